import { missedShards, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { duePayments } from '../../shared/areas/payments/payment.ts'
import { retryPostponed } from '../../shared/areas/payments/workers.ts'
import { dueAudience } from '../../shared/areas/platforms/audienceOutbox.ts'
import { missedNotice } from '../../shared/areas/realtime/missedNotice.ts'
import { socketSender } from '../../shared/areas/realtime/socketSender.ts'
import { connectionsClient } from '../../shared/mechanisms/aws/connectionsClient.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { type DueStore, dueStore, roundRobin } from '../../shared/mechanisms/store/dueStore.ts'
import { type PostponedStore, postponedStore } from '../../shared/mechanisms/store/postponedStore.ts'
import { type Run, scheduleHandler } from '../../shared/mechanisms/workers/scheduleHandler.ts'
import { tableName } from '../../shared/runtime/env.ts'
import { forEachConcurrently } from '../../shared/runtime/forEachConcurrently.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

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
        const taken = roundRobin(await due.list(now), runLimit, share)
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
      postponed: missedNotice(overlayRepository(documentClient), socketSender(connectionsClient)),
    },
  ]),
)
