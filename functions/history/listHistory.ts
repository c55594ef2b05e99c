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
    return answerPage<HistoryItem, string>({
      recipientId,
      operation: listHistory,
      query,
      sortable: [newestFirst.property],
      byDefault: newestFirst,
      cursorKey,
      find: (slice, [{ ascending }]) =>
        isUnfiltered(filter)
          ? history.findAll(recipientId, totals, ascending, slice)
          : history.findMatching(recipientId, filter, ascending, slice),
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
