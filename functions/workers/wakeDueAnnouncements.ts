import { recipientIntervalMs } from '../../shared/areas/messenger/rateLimits.ts'
import { wakeDueAnnouncements } from '../../shared/areas/messenger/workers.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { sqsClient } from '../../shared/mechanisms/aws/sqsClient.ts'
import { type DueKey, type DueStore, dueStore, roundRobin } from '../../shared/mechanisms/store/dueStore.ts'
import { type WakeUpQueue, type WakingTable, wakeUpQueue } from '../../shared/mechanisms/wakeUps/wakeUpQueue.ts'
import { type Run, scheduleHandler } from '../../shared/mechanisms/workers/scheduleHandler.ts'
import { tableName } from '../../shared/runtime/env.ts'
import { forEachConcurrently } from '../../shared/runtime/forEachConcurrently.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'

/** Items of a table that one run wakes: what a bot can post in a minute. */
const runLimit = 1000
/** Those of one recipient: the messages of its rate until the next run. */
const share = 200
const concurrency = 10

/** Payments have a schedule of their own. */
type DueTable = Exclude<WakingTable, 'payments' | 'audience'>

export interface DuePorts {
  readonly due: Readonly<Record<DueTable, DueStore>>
  readonly wakeUps: Pick<WakeUpQueue, 'send'>
  readonly clock?: Clock
}

/**
 * The items of a recipient are woken at its rate, which leaves the bots to others. One that fails stays due, and the
 * next run takes it up again.
 */
export const handle =
  ({ due, wakeUps, clock = systemClock }: DuePorts): Run =>
  async () => {
    const now = clock()
    const wakeAll = async (table: DueTable): Promise<number> => {
      const keys = roundRobin(await due[table].list(new Date(now)), runLimit, share)
      const ofRecipients = Object.values(Object.groupBy(keys, ({ recipientId }) => recipientId))
      const wakeLater = (key: DueKey, index: number) => wakeUps.send(table, key, now + index * recipientIntervalMs)
      const works = ofRecipients.flatMap((found = []) => found.map((key, index) => () => wakeLater(key, index)))
      await forEachConcurrently(works, concurrency, (work) => work())
      return keys.length
    }
    return (await wakeAll('streamEvents')) + (await wakeAll('announcements')) + (await wakeAll('endpointMessages'))
  }

export const handler = scheduleHandler(
  wakeDueAnnouncements,
  handle({
    due: {
      announcements: dueStore(documentClient, tableName('announcements')),
      endpointMessages: dueStore(documentClient, tableName('endpointMessages')),
      streamEvents: dueStore(documentClient, tableName('streamEvents')),
    },
    wakeUps: wakeUpQueue(sqsClient),
  }),
)
