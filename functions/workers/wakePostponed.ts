import { messageRepository } from '../../shared/areas/endpoints/messageRepository.ts'
import { dueGoals } from '../../shared/areas/goals/dueGoals.ts'
import { announcementRepository } from '../../shared/areas/messenger/announcementRepository.ts'
import { duePayments } from '../../shared/areas/payments/payment.ts'
import { dueAudience } from '../../shared/areas/platforms/audienceOutbox.ts'
import { streamEventRepository } from '../../shared/areas/platforms/streamEventRepository.ts'
import { totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import type { DueKey } from '../../shared/mechanisms/store/dueStore.ts'
import { postponedStore } from '../../shared/mechanisms/store/postponedStore.ts'
import { type WokenTable, wakeUpFrom } from '../../shared/mechanisms/wakeUps/wakeUpQueue.ts'
import { wakePostponed } from '../../shared/mechanisms/wakeUps/workers.ts'
import { type ConsumeMessage, queueHandler } from '../../shared/mechanisms/workers/queueHandler.ts'
import { tableName, tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** Queues an item again if it is due. A message that is early, late or doubled changes nothing. */
type QueueAgain = (key: DueKey, now: Date) => Promise<void>

export const handle =
  (tables: Readonly<Record<WokenTable, QueueAgain>>, clock = systemClock): ConsumeMessage =>
  async (body) => {
    const { table, ...key } = wakeUpFrom(body)
    const queueAgain = (tables as Readonly<Record<string, QueueAgain>>)[table]
    if (queueAgain === undefined) throw new Error(`nothing wakes items of ${table}`)
    await queueAgain(key, new Date(clock()))
  }

const announcements = announcementRepository(documentClient)
const payments = postponedStore(documentClient, duePayments(tableName('payments')))
const audience = postponedStore(documentClient, dueAudience(tableName('streamEvents')))
const messages = messageRepository(documentClient)
const events = streamEventRepository(documentClient)
const tables = tableNames('recipients', 'deliveries')
const totals = totalsRepository(documentClient)

export const handler = queueHandler(
  wakePostponed,
  handle({
    payments: payments.takeUp,
    audience: audience.takeUp,
    announcements: ({ recipientId, id }, now) => announcements.queueAgain(recipientId, id, now),
    endpointMessages: ({ recipientId, id }, now) => messages.queueAgain(recipientId, id, now),
    deliveries: dueGoals(totals, applyOrThrow(documentClient), tables),
    streamEvents: ({ recipientId, id }, now) => events.queueAgain(recipientId, id, now),
  }),
)
