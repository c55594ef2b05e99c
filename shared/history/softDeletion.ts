import { alertState } from '../alerts/alert.ts'
import type { Commit } from '../contract/handle.ts'
import type { Item, Write } from '../contract/write.ts'
import { retryOnConflict } from '../store/retryOnConflict.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import { totalsWrites } from '../totals/totals.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { HistoryRepository } from './historyRepository.ts'
import { deletionMark, isListable, unknownHistoryItem, withdrawnDeletion, withdrawnItem } from './historyWrites.ts'
import { shownChange, wasShown } from './shownChange.ts'

interface Ports {
  readonly items: Pick<HistoryRepository, 'find'>
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly tables: Readonly<Record<'history' | 'alerts' | 'deliveries' | 'recipients', string>>
  readonly clock?: Clock
}

/**
 * Marks a history item as deleted or not, with its alert's visibility and the total, in one transaction, and delivers
 * the change if the item was shown. Two round trips, because the item says whether it is a test and where its alert is;
 * one more, for the last delivery, if it was shown. A withdrawn item cannot be restored.
 */
export const softDeletion = ({ items, totals, tables, clock = systemClock }: Ports) => {
  const writesOf = async (recipientId: string, item: Item, deleted: boolean): Promise<readonly Write[]> => {
    const { lastDelivery } = wasShown(item) ? await totals.read(recipientId) : { lastDelivery: 0 }
    const shown = shownChange(tables, item, { state: alertState(deleted) }, lastDelivery, new Date(clock()))
    const counted = isListable(item) && { history: deleted ? -1 : 1 }
    return [
      deletionMark(tables.history, item, deleted),
      ...shown.writes,
      ...totalsWrites(tables.recipients, recipientId, { ...shown.totals, ...counted }),
    ]
  }

  return (recipientId: string, id: string, deleted: boolean, commit: Commit): Promise<Record<string, never>> =>
    retryOnConflict(async () => {
      const item = await items.find(recipientId, id)
      if (item === undefined) throw unknownHistoryItem()
      const { withdrawn } = item
      if (!deleted && withdrawn !== undefined) throw withdrawnItem()
      if (withdrawn === 'listed') return commit([withdrawnDeletion(tables.history, item)], {})
      return commit(item['deleted'] === deleted ? [] : await writesOf(recipientId, item, deleted), {})
    })
}

export type SoftDeletion = ReturnType<typeof softDeletion>
