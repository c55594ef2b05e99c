import { connectionsClient } from '../../shared/aws/connectionsClient.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { tableName } from '../../shared/env.ts'
import { overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { deliveryRepository } from '../../shared/realtime/deliveryRepository.ts'
import { type PushPorts, pushing } from '../../shared/realtime/pushing.ts'
import { pushDeliveries } from '../../shared/realtime/pushWorker.ts'
import { socketSender } from '../../shared/realtime/socketSender.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/workers/batchHandler.ts'

/** Recipients at the same time, the deliveries of each in their order. */
export const handle = (ports: PushPorts): ConsumeBatch => {
  const push = pushing(ports)
  return async (records) => {
    const byRecipient = Map.groupBy(records, ({ keys }) => String(keys['recipientId']))
    const failures = await Promise.all([...byRecipient].map(([recipientId, own]) => push(recipientId, own)))
    return failures.flat()
  }
}

export const handler = batchHandler(
  pushDeliveries,
  handle({
    overlays: overlayRepository(documentClient, tableName('overlays')),
    deliveries: deliveryRepository(documentClient, {
      deliveries: tableName('deliveries'),
      alerts: tableName('alerts'),
    }),
    sender: socketSender(connectionsClient),
  }),
)
