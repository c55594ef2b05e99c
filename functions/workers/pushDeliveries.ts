import { goalsIntervalMs } from '../../shared/areas/goals/goalLimits.ts'
import { dueReminderId } from '../../shared/areas/goals/goalsDelivery.ts'
import { overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import type { DeliveryItem } from '../../shared/areas/realtime/deliveries.ts'
import { deliveryPusher, type PusherPorts } from '../../shared/areas/realtime/deliveryPusher.ts'
import { deliveryMessages } from '../../shared/areas/realtime/deliveryRepository.ts'
import { socketSender } from '../../shared/areas/realtime/socketSender.ts'
import { pushDeliveries } from '../../shared/areas/realtime/workers.ts'
import { uploadLinks } from '../../shared/areas/uploads/uploadLinks.ts'
import { connectionsClient } from '../../shared/mechanisms/aws/connectionsClient.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { sqsClient } from '../../shared/mechanisms/aws/sqsClient.ts'
import type { StreamRecord } from '../../shared/mechanisms/store/streamRecord.ts'
import { type WakeUpQueue, wakeUpQueue } from '../../shared/mechanisms/wakeUps/wakeUpQueue.ts'
import { batchHandler, type ConsumeBatch, type Failure } from '../../shared/mechanisms/workers/batchHandler.ts'

/**
 * Only alerts that are shown again, or were changed, have to be read. A reminder of goals is woken by the queue, a
 * second later: to wait here would hold up the deliveries of others.
 */
export const handle = (
  ports: Pick<PusherPorts, 'overlays' | 'sender'>,
  messagesOf: ReturnType<typeof deliveryMessages>,
  wakeUps: Pick<WakeUpQueue, 'post'>,
): ConsumeBatch => {
  const push = deliveryPusher({
    ...ports,
    messagesOf: (recipientId, items) => messagesOf(recipientId, items as unknown as readonly DeliveryItem[]),
  })
  const wake = async (record: StreamRecord): Promise<readonly Failure[]> => {
    const { recipientId, sequence } = record.keys
    const key = { recipientId: String(recipientId), id: String(dueReminderId({ sequence })) }
    try {
      await wakeUps.post('deliveries', key, goalsIntervalMs / 1000)
      return []
    } catch (error) {
      return [{ record, error }]
    }
  }

  return async (records) => {
    const isReminder = ({ keys }: StreamRecord) => dueReminderId(keys) !== undefined
    const [reminders, deliveries] = [records.filter(isReminder), records.filter((record) => !isReminder(record))]
    return (await Promise.all([push(deliveries), ...reminders.map(wake)])).flat()
  }
}

export const handler = batchHandler(
  pushDeliveries,
  handle(
    { overlays: overlayRepository(documentClient), sender: socketSender(connectionsClient) },
    deliveryMessages(documentClient, undefined, uploadLinks()),
    wakeUpQueue(sqsClient),
  ),
)
