import { getHistoryItem } from '../../shared/areas/history/contract.ts'
import {
  type HistoryRepository,
  historyItemFromItem,
  historyRepository,
} from '../../shared/areas/history/historyRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'

export const handle =
  (items: Pick<HistoryRepository, 'find'>): Handle<typeof getHistoryItem> =>
  async ({ recipientId, params: { historyItemId } }) => {
    const item = await items.find(recipientId, historyItemId)
    if (item === undefined) throw new Problem('not_found', 'There is no such history item.')
    return historyItemFromItem(item)
  }

export const handler = memberHandler(getHistoryItem, handle(historyRepository(documentClient)))
