import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { tableName } from '../../shared/env.ts'
import { getHistoryItem } from '../../shared/history/contract.ts'
import {
  type HistoryRepository,
  historyItemFromItem,
  historyRepository,
} from '../../shared/history/historyRepository.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'

export const handle =
  (items: Pick<HistoryRepository, 'find'>): Handle<typeof getHistoryItem> =>
  async ({ recipientId, params: { historyItemId } }) => {
    const item = await items.find(recipientId, historyItemId)
    if (item === undefined) throw new Problem('not_found', 'There is no such history item.')
    return historyItemFromItem(item)
  }

export const handler = httpHandler(getHistoryItem, handle(historyRepository(documentClient, tableName('history'))))
