import { documentClient } from '../../shared/aws/documentClient.ts'
import { tableName } from '../../shared/env.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { type ConnectionStore, connectionStore } from '../../shared/realtime/connectionStore.ts'
import { closeConnection } from '../../shared/realtime/contract.ts'
import { type SocketHandle, socketHandler } from '../../shared/realtime/socketHandler.ts'

/** API Gateway does not always call this route. A connection that it missed is found when a message cannot be delivered. */
export const handle =
  (connections: Pick<ConnectionStore, 'remove'>, overlays: Pick<OverlayRepository, 'detach'>): SocketHandle =>
  async ({ connectionId }) => {
    const listener = await connections.remove(connectionId)
    if (listener !== undefined) await overlays.detach(listener.recipientId, listener.overlayId, connectionId)
  }

export const handler = socketHandler(
  closeConnection,
  handle(
    connectionStore(documentClient, tableName('connections')),
    overlayRepository(documentClient, tableName('overlays')),
  ),
)
