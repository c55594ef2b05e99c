import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Write } from '../../shared/contract/write.ts'
import { env, optionalEnv, tableName } from '../../shared/env.ts'
import { epochSeconds } from '../../shared/overlays/lifetimes.ts'
import { overlayKeyStore } from '../../shared/overlays/overlayKeyStore.ts'
import { overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { ticketStore } from '../../shared/overlays/ticketStore.ts'
import { admission } from '../../shared/realtime/admission.ts'
import { type ConnectionStore, connectionStore } from '../../shared/realtime/connectionStore.ts'
import { openConnection } from '../../shared/realtime/contract.ts'
import { type SocketHandle, socketHandler } from '../../shared/realtime/socketHandler.ts'
import { tokenVerifier } from '../../shared/realtime/tokenVerifier.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import { totalsRepository } from '../../shared/totals/totalsRepository.ts'

interface Ports {
  readonly admit: ReturnType<typeof admission>
  readonly connections: Pick<ConnectionStore, 'opening'>
  /** Applies all writes or raises why none was. */
  readonly apply: (writes: readonly Write[]) => Promise<void>
}

export const handle =
  ({ admit, connections, apply }: Ports): SocketHandle =>
  async ({ connectionId, headers, query }) => {
    const now = new Date()
    const { listener, writes } = await admit(headers, query, now)
    await apply([...writes, connections.opening(connectionId, listener, epochSeconds(now))])
  }

export const handler = socketHandler(
  openConnection,
  handle({
    admit: admission({
      tickets: ticketStore(documentClient, tableName('tickets')),
      keys: overlayKeyStore(documentClient, tableName('overlayKeys')),
      overlays: overlayRepository(documentClient, tableName('overlays')),
      totals: totalsRepository(documentClient, tableName('recipients')),
      tokens: tokenVerifier(env('ISSUER'), env('AUDIENCE').split(','), optionalEnv('SCOPE')),
    }),
    connections: connectionStore(documentClient, tableName('connections')),
    apply: applyOrThrow(documentClient),
  }),
)
