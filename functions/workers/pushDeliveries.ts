import { connectionsClient } from '../../shared/aws/connectionsClient.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { tableName } from '../../shared/env.ts'
import { overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import type { DeliveryItem } from '../../shared/realtime/deliveries.ts'
import { deliveryPusher, type PusherPorts } from '../../shared/realtime/deliveryPusher.ts'
import { deliveryMessages } from '../../shared/realtime/deliveryRepository.ts'
import { socketSender } from '../../shared/realtime/socketSender.ts'
import { pushDeliveries } from '../../shared/realtime/workers.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/workers/batchHandler.ts'

/** Only alerts that are shown again, or were changed, have to be read. */
export const handle = (
  ports: Pick<PusherPorts, 'overlays' | 'sender'>,
  messagesOf: ReturnType<typeof deliveryMessages>,
): ConsumeBatch =>
  deliveryPusher({
    ...ports,
    messagesOf: (recipientId, items) => messagesOf(recipientId, items as unknown as readonly DeliveryItem[]),
  })

export const handler = batchHandler(
  pushDeliveries,
  handle(
    { overlays: overlayRepository(documentClient, tableName('overlays')), sender: socketSender(connectionsClient) },
    deliveryMessages(documentClient, tableName('alerts')),
  ),
)
