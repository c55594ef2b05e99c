import type { AlertItem } from '../../shared/areas/alerts/alert.ts'
import { overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { messageFromAlert } from '../../shared/areas/realtime/deliveries.ts'
import { deliveryPusher, type PusherPorts } from '../../shared/areas/realtime/deliveryPusher.ts'
import { socketSender } from '../../shared/areas/realtime/socketSender.ts'
import { pushAlerts } from '../../shared/areas/realtime/workers.ts'
import { connectionsClient } from '../../shared/mechanisms/aws/connectionsClient.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/mechanisms/workers/batchHandler.ts'

/** An alert holds all that its message says. */
export const handle = (ports: Pick<PusherPorts, 'overlays' | 'sender'>): ConsumeBatch =>
  deliveryPusher({
    ...ports,
    messagesOf: async (_recipientId, items) => items.map((item) => messageFromAlert(item as unknown as AlertItem)),
  })

export const handler = batchHandler(
  pushAlerts,
  handle({
    overlays: overlayRepository(documentClient),
    sender: socketSender(connectionsClient),
  }),
)
