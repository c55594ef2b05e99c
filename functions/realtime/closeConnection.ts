import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { type ConnectionStore, connectionStore } from '../../shared/areas/realtime/connectionStore.ts'
import { closeConnection } from '../../shared/areas/realtime/contract.ts'
import { type SocketHandle, socketHandler } from '../../shared/areas/realtime/socketHandler.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'

/**
 * API Gateway does not always call this route. A connection that it missed is found when a message cannot be delivered.
 * The overlay is freed first: a page that waits does not take over an overlay that counts as connected, and without the
 * connection's item no retry would find the overlay.
 */
export const handle =
  (
    connections: Pick<ConnectionStore, 'find' | 'remove'>,
    overlays: Pick<OverlayRepository, 'detach' | 'end'>,
  ): SocketHandle =>
  async ({ connectionId }) => {
    const listener = await connections.find(connectionId)
    if (listener === undefined) return
    const { recipientId, overlayId, endsAt } = listener
    // The page of a session comes back as another listener.
    if (endsAt !== undefined) await overlays.end(recipientId, overlayId)
    else await overlays.detach(recipientId, overlayId, connectionId)
    await connections.remove(connectionId)
  }

export const handler = socketHandler(
  closeConnection,
  handle(connectionStore(documentClient), overlayRepository(documentClient)),
)
