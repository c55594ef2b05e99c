import { isUnfiltered } from '../../shared/areas/events/historyFilter.ts'
import { listHistory } from '../../shared/areas/history/contract.ts'
import {
  type HistoryItem,
  type HistoryRepository,
  historyRepository,
} from '../../shared/areas/history/historyRepository.ts'
import { systemsMeant } from '../../shared/areas/history/systemsMeant.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerPage } from '../../shared/mechanisms/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'
import { ownSystem } from '../../shared/runtime/env.ts'

const newestFirst = { property: 'timestamp', ascending: false }

export const handle =
  (
    history: HistoryRepository,
    totals: Pick<TotalsRepository, 'read'>,
    cursorKey: CursorKey,
    ownName: string,
  ): Handle<typeof listHistory> =>
  ({ recipientId, member, query }) => {
    const { systems = [], events = [], deleted, after, before } = query
    const filter = { systems: systemsMeant(systems, ownName), events, deleted, after, before }
    return answerPage<HistoryItem, string>({
      recipientId,
      member,
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

export const handler = memberHandler(
  listHistory,
  handle(historyRepository(documentClient), totalsRepository(documentClient), cursorKeyFrom(kmsClient), ownSystem()),
)
