import { type AlertBasisReader, alertBasisReader } from '../../shared/areas/alerts/alertBasis.ts'
import { dueAudience, historyEventFromItem } from '../../shared/areas/platforms/audienceOutbox.ts'
import { audienceWrites } from '../../shared/areas/platforms/audienceWrites.ts'
import { waitingRemoval } from '../../shared/areas/platforms/streamEventRepository.ts'
import { projectAudience } from '../../shared/areas/platforms/workers.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { type PostponedStore, postponedStore } from '../../shared/mechanisms/store/postponedStore.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { RepeatedEvent } from '../../shared/mechanisms/webhooks/webhook.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/mechanisms/workers/batchHandler.ts'
import { batchThenEach } from '../../shared/mechanisms/workers/batchThenEach.ts'
import { latestItems } from '../../shared/mechanisms/workers/latestItems.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'

interface Ports {
  readonly tables: Readonly<Record<'history' | 'alerts' | 'recipients' | 'streamEvents', string>>
  readonly basis: Pick<AlertBasisReader, 'read'>
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly postponed: Pick<PostponedStore, 'postpone'>
  readonly clock?: Clock
}

/** The events of one recipient in one transaction, which ends their waiting too. */
const project = (
  { tables, basis, apply, clock = systemClock }: Ports,
  recipientId: string,
  waiting: readonly Item[],
): Promise<void> =>
  retryOnConflict(async () => {
    const events = waiting.map(historyEventFromItem)
    const { items: known, ...base } = await basis.read(
      recipientId,
      events.map(({ id }) => id),
    )
    const unknown = events.filter(({ id }) => !known.has(id))
    await apply([
      ...waiting.map(({ id }) => waitingRemoval(tables.streamEvents, recipientId, String(id))),
      ...audienceWrites(tables, recipientId, unknown, base, new Date(clock())),
    ])
  })

/** Recipients are processed at the same time, the events of each one together: they share totals and positions. */
export const handle = (ports: Ports): ConsumeBatch => {
  /** An event that came twice, or whose recipient was erased, waits no more: it is done, once it is alone. */
  const projectAll = async (recipientId: string, waiting: readonly Item[]): Promise<void> => {
    try {
      await project(ports, recipientId, waiting)
    } catch (error) {
      if (waiting.length > 1 || !(error instanceof RepeatedEvent)) throw error
    }
  }

  return async (records) => {
    const byRecipient = Map.groupBy(records, ({ keys }) => String(keys['recipientId']))
    const failures = await Promise.all(
      [...byRecipient].map(([recipientId, own]) =>
        batchThenEach(projectAudience, ports.postponed, latestItems(own), (some) =>
          projectAll(
            recipientId,
            some.map(({ image }) => image),
          ),
        ),
      ),
    )
    return failures.flat()
  }
}

const tables = tableNames('history', 'alerts', 'recipients', 'configs', 'streamEvents')

export const handler = batchHandler(
  projectAudience,
  handle({
    tables,
    basis: alertBasisReader(documentClient, { ...tables, mayLevelsBeOld: true }),
    apply: applyOrThrow(documentClient),
    postponed: postponedStore(documentClient, dueAudience(tables.streamEvents)),
  }),
)
