import { documentClient } from '../../shared/aws/documentClient.ts'
import { messageRepository } from '../../shared/endpoints/messageRepository.ts'
import { tableName } from '../../shared/env.ts'
import { dueGoals } from '../../shared/history/dueGoals.ts'
import { announcementRepository } from '../../shared/messenger/announcementRepository.ts'
import { duePayments } from '../../shared/payments/payment.ts'
import { streamEventRepository } from '../../shared/platforms/streamEventRepository.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import type { DueKey } from '../../shared/store/dueStore.ts'
import { postponedStore } from '../../shared/store/postponedStore.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { totalsRepository } from '../../shared/totals/totalsRepository.ts'
import { type WokenTable, wakeUpFrom } from '../../shared/wakeUps/wakeUpQueue.ts'
import { wakePostponed } from '../../shared/wakeUps/workers.ts'
import { type ConsumeMessage, queueHandler } from '../../shared/workers/queueHandler.ts'

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

const announcements = announcementRepository(documentClient, tableName('announcements'))
const payments = postponedStore(documentClient, duePayments(tableName('payments')))
const messages = messageRepository(documentClient, tableName('endpointMessages'))
const events = streamEventRepository(documentClient, tableName('streamEvents'))
const tables = { recipients: tableName('recipients'), deliveries: tableName('deliveries') }
const totals = totalsRepository(documentClient, tables.recipients)

export const handler = queueHandler(
  wakePostponed,
  handle({
    payments: payments.takeUp,
    announcements: ({ recipientId, id }, now) => announcements.queueAgain(recipientId, id, now),
    endpointMessages: ({ recipientId, id }, now) => messages.queueAgain(recipientId, id, now),
    deliveries: dueGoals(totals, applyOrThrow(documentClient), tables),
    streamEvents: ({ recipientId, id }, now) => events.queueAgain(recipientId, id, now),
  }),
)
