import type { Commit } from '../../contract/handle.ts'
import type { Item, Write } from '../../contract/write.ts'
import { retryOnConflict } from '../../mechanisms/store/retryOnConflict.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { goalsDelivery } from '../goals/goalsDelivery.ts'
import type { LeaderRepository } from '../leaders/leaderRepository.ts'
import { type Counted, moneyChanges } from '../totals/goal.ts'
import { moneyInHistory, totalsFromItem, totalsWrites } from '../totals/totals.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { HistoryRepository } from './historyRepository.ts'
import { deletionChange, isListable, unknownHistoryItem, withdrawnDeletion, withdrawnItem } from './historyWrites.ts'
import { returning, shownChange, wasShown } from './shownChange.ts'

interface Ports {
  readonly items: Pick<HistoryRepository, 'find'>
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly leaders: Pick<LeaderRepository, 'counting'>
  readonly tables: Readonly<Record<'history' | 'alerts' | 'deliveries' | 'recipients', string>>
  readonly clock?: Clock
}

/**
 * Marks a history item as deleted or not, with its alert's visibility and the total, in one transaction, and delivers
 * the change if the item was shown. Two round trips, because the item says whether it is a test and where its alert is;
 * one more, for the last delivery and the goals, if it was shown or has an amount, and one for the sums of leaders,
 * where these are counted. A withdrawn item cannot be restored. `by` is the member who does it, by its `actorId`.
 */
export const softDeletion = ({ items, totals, leaders, tables, clock = systemClock }: Ports) => {
  const writesOf = async (
    recipientId: string,
    item: Item,
    deleted: boolean,
    by: string | null,
  ): Promise<readonly Write[]> => {
    const changes = moneyChanges(item as unknown as Counted, { ...(item as unknown as Counted), deleted })
    const isRead = wasShown(item) || changes.length > 0
    const before = isRead ? await totals.read(recipientId) : totalsFromItem(undefined)
    const { lastDelivery, goals } = before
    const { money } = moneyInHistory(before, changes)
    const now = new Date(clock())
    const alert = { ...(deleted ? ({ move: 'leaves' } as const) : returning(item)), decidedBy: by }
    const shown = shownChange(tables, item, alert, lastDelivery, now)
    const after = shown.totals.deliveries?.last ?? lastDelivery
    const told = goalsDelivery(tables.deliveries, { recipientId, totals: before, after, now }, money?.to ?? goals)
    const counted = isListable(item) && { history: deleted ? -1 : 1 }
    return [
      deletionChange(tables.history, item, deleted),
      ...shown.writes,
      ...told.writes,
      ...totalsWrites(tables.recipients, recipientId, {
        ...shown.totals,
        ...told.totals,
        ...(money && { money }),
        ...counted,
      }),
      ...(await leaders.counting(recipientId, money)),
    ]
  }

  return (
    recipientId: string,
    id: string,
    deleted: boolean,
    commit: Commit,
    by: string | null = null,
  ): Promise<Record<string, never>> =>
    retryOnConflict(async () => {
      const item = await items.find(recipientId, id)
      if (item === undefined) throw unknownHistoryItem()
      const { withdrawn } = item
      if (!deleted && withdrawn !== undefined) throw withdrawnItem()
      if (withdrawn === 'listed') return commit([withdrawnDeletion(tables.history, item)], {})
      return commit(item['deleted'] === deleted ? [] : await writesOf(recipientId, item, deleted, by), {})
    })
}

export type SoftDeletion = ReturnType<typeof softDeletion>
