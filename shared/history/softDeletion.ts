import { alertVisibility } from '../alerts/alertWrites.ts'
import type { Commit } from '../contract/handle.ts'
import type { Item, Write } from '../contract/write.ts'
import { retryOnConflict } from '../store/retryOnConflict.ts'
import { totalsWrites } from '../totals/totals.ts'
import type { HistoryRepository } from './historyRepository.ts'
import { deletionMark, isListable, unknownHistoryItem, withdrawnDeletion, withdrawnItem } from './historyWrites.ts'

interface Tables {
  readonly history: string
  readonly alerts: string
  readonly recipients: string
}

const writesOf = (tables: Tables, recipientId: string, item: Item, deleted: boolean): readonly Write[] => {
  const position = item['alertPosition']
  return [
    deletionMark(tables.history, item, deleted),
    ...(position === undefined ? [] : [alertVisibility(tables.alerts, recipientId, Number(position), deleted)]),
    ...(isListable(item) ? totalsWrites(tables.recipients, recipientId, { history: deleted ? -1 : 1 }) : []),
  ]
}

/**
 * Marks a history item as deleted or not, with its alert's visibility and the total, in one transaction. Two round trips: whether the
 * item is a test, and where its alert is, stands in the item. What a refund or a dispute has taken back cannot be restored.
 */
export const softDeletion =
  (items: Pick<HistoryRepository, 'find'>, tables: Tables) =>
  (recipientId: string, id: string, deleted: boolean, commit: Commit): Promise<Record<string, never>> =>
    retryOnConflict(async () => {
      const item = await items.find(recipientId, id)
      if (item === undefined) throw unknownHistoryItem()
      const { withdrawn } = item
      if (!deleted && withdrawn !== undefined) throw withdrawnItem()
      if (withdrawn === 'listed') return commit([withdrawnDeletion(tables.history, item)], {})
      return commit(item['deleted'] === deleted ? [] : writesOf(tables, recipientId, item, deleted), {})
    })

export type SoftDeletion = ReturnType<typeof softDeletion>
