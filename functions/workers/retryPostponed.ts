import { connectionsClient } from '../../shared/aws/connectionsClient.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { tableName } from '../../shared/env.ts'
import { forEachConcurrently } from '../../shared/forEachConcurrently.ts'
import { missedShards, overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { duePayments } from '../../shared/payments/payment.ts'
import { retryPostponed } from '../../shared/payments/workers.ts'
import { dueAudience } from '../../shared/platforms/audienceOutbox.ts'
import { missedNotice } from '../../shared/realtime/missedNotice.ts'
import { socketSender } from '../../shared/realtime/socketSender.ts'
import { byTurns, type DueStore, dueStore } from '../../shared/store/dueStore.ts'
import { type PostponedStore, postponedStore } from '../../shared/store/postponedStore.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { type Run, scheduleHandler } from '../../shared/workers/scheduleHandler.ts'

/** Items of a table that one run takes up, and those of one recipient. */
const runLimit = 1000
const share = 100
const concurrency = 10

interface Ports {
  readonly due: DueStore
  readonly postponed: Pick<PostponedStore, 'takeUp'>
}

/** Items that fail here stay due, and the next run takes them up. */
export const handle =
  (tables: readonly Ports[], clock = systemClock): Run =>
  async () => {
    const now = new Date(clock())
    const counts = await Promise.all(
      tables.map(async ({ due, postponed }) => {
        const taken = byTurns(await due.list(now), runLimit, share)
        await forEachConcurrently(taken, concurrency, (key) => postponed.takeUp(key, now))
        return taken.length
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }

const [payments, videos, overlays] = [tableName('payments'), tableName('videos'), tableName('overlays')]
const audience = dueAudience(tableName('streamEvents'))

export const handler = scheduleHandler(
  retryPostponed,
  handle([
    {
      due: dueStore(documentClient, payments),
      postponed: postponedStore(documentClient, duePayments(payments)),
    },
    {
      due: dueStore(documentClient, videos),
      postponed: postponedStore(documentClient, { table: videos, attribute: 'status', due: 'prepared' }),
    },
    {
      due: dueStore(documentClient, audience.table, { partitions: () => [audience.shard] }),
      postponed: postponedStore(documentClient, audience),
    },
    {
      due: dueStore(documentClient, overlays, { sortKey: 'overlayId', partitions: missedShards }),
      postponed: missedNotice(overlayRepository(documentClient, overlays), socketSender(connectionsClient)),
    },
  ]),
)
