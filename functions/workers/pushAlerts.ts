import type { AlertItem } from '../../shared/alerts/alert.ts'
import { connectionsClient } from '../../shared/aws/connectionsClient.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { tableName } from '../../shared/env.ts'
import { overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { messageFromAlert } from '../../shared/realtime/deliveries.ts'
import { deliveryPusher, type PusherPorts } from '../../shared/realtime/deliveryPusher.ts'
import { socketSender } from '../../shared/realtime/socketSender.ts'
import { pushAlerts } from '../../shared/realtime/workers.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/workers/batchHandler.ts'

/** An alert holds all that its message says. */
export const handle = (ports: Pick<PusherPorts, 'overlays' | 'sender'>): ConsumeBatch =>
  deliveryPusher({
    ...ports,
    messagesOf: async (_recipientId, items) => items.map((item) => messageFromAlert(item as unknown as AlertItem)),
  })

export const handler = batchHandler(
  pushAlerts,
  handle({
    overlays: overlayRepository(documentClient, tableName('overlays')),
    sender: socketSender(connectionsClient),
  }),
)
