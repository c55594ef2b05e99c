import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { listHistory } from '../../shared/history/contract.ts'
import { isUnfiltered } from '../../shared/history/historyFilter.ts'
import { type HistoryItem, type HistoryRepository, historyRepository } from '../../shared/history/historyRepository.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerPage } from '../../shared/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'
import { knownOrders } from '../../shared/page/orders.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/totals/totalsRepository.ts'

const newestFirst = { property: 'timestamp', ascending: false }

export const handle =
  (
    history: HistoryRepository,
    totals: Pick<TotalsRepository, 'read'>,
    cursorKey: CursorKey,
  ): Handle<typeof listHistory> =>
  ({ recipientId, query }) => {
    const { systems = [], events = [], deleted, after, before } = query
    const filter = { systems, events, deleted, after, before }
    const [order = newestFirst] = knownOrders(query.sort, [newestFirst.property], newestFirst)
    return answerPage<HistoryItem, string>({
      recipientId,
      operation: listHistory,
      query,
      orders: [order],
      cursorKey,
      find: (slice) =>
        isUnfiltered(filter)
          ? history.findAll(recipientId, totals, order.ascending, slice)
          : history.findMatching(recipientId, filter, order.ascending, slice),
    })
  }

export const handler = httpHandler(
  listHistory,
  handle(
    historyRepository(documentClient, tableName('history')),
    totalsRepository(documentClient, tableName('recipients')),
    cursorKeyFrom(kmsClient, keyArn('cursors')),
  ),
)
