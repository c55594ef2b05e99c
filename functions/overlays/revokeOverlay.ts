import { revokeOverlay } from '../../shared/areas/overlays/contract.ts'
import type { Overlay } from '../../shared/areas/overlays/overlay.ts'
import { type OverlayKeyStore, overlayKeyStore } from '../../shared/areas/overlays/overlayKeyStore.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { type Dismiss, dismissConnection } from '../../shared/areas/realtime/dismissConnection.ts'
import { socketSender } from '../../shared/areas/realtime/socketSender.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import type { Write } from '../../shared/contract/write.ts'
import { connectionsClient } from '../../shared/mechanisms/aws/connectionsClient.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'

interface Ports {
  readonly overlays: Pick<OverlayRepository, 'listeners' | 'removal'>
  readonly keys: Pick<OverlayKeyStore, 'removal'>
  /** Applies all writes, or raises the reason of a refusal. */
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly dismiss: Dismiss
}

/** Overlays, each with a key, whose removals fit one transaction beside the record of an `Idempotency-Key`. */
const atOnce = 45

/**
 * Removes an overlay's item and key. Without its item, an overlay gets no ticket, opens no connection and receives
 * nothing; its present connection is closed then.
 */
export const handle = ({ overlays, keys, apply, dismiss }: Ports): Handle<typeof revokeOverlay> => {
  const removals = (recipientId: string, revoked: readonly Overlay[]): readonly Write[] =>
    revoked.flatMap((overlay) => [
      overlays.removal(recipientId, overlay),
      ...(overlay.keyHash === undefined ? [] : [keys.removal(overlay.keyHash)]),
    ])

  const close = async (recipientId: string, revoked: readonly Overlay[]): Promise<void> => {
    const connections = revoked.flatMap(({ connectionId, connectedAt = 0 }) =>
      connectionId === undefined ? [] : [{ connectionId, connectedAt }],
    )
    await Promise.all(connections.map((connection) => dismiss(recipientId, connection, 'revoked')))
  }

  return ({ recipientId, body: { overlayId } }, commit) =>
    retryOnConflict(async () => {
      const known = await overlays.listeners(recipientId)
      const revoked = overlayId === undefined ? known : known.filter((overlay) => overlay.overlayId === overlayId)
      if (overlayId !== undefined && revoked.length === 0) throw new Problem('not_found', 'There is no such overlay.')
      const last = Math.max(0, Math.ceil(revoked.length / atOnce) - 1) * atOnce
      for (let first = 0; first < last; first += atOnce) {
        const part = revoked.slice(first, first + atOnce)
        await apply(removals(recipientId, part))
        await close(recipientId, part)
      }
      const answer = await commit(removals(recipientId, revoked.slice(last)), {})
      await close(recipientId, revoked.slice(last))
      return answer
    })
}

export const handler = httpHandler(
  revokeOverlay,
  handle({
    overlays: overlayRepository(documentClient),
    keys: overlayKeyStore(documentClient),
    apply: applyOrThrow(documentClient),
    dismiss: dismissConnection(socketSender(connectionsClient)),
  }),
  commitTo(documentClient),
)
