import { deleteHistoryItem } from '../../shared/areas/history/contract.ts'
import { historyRepository } from '../../shared/areas/history/historyRepository.ts'
import { type SoftDeletion, softDeletion } from '../../shared/areas/history/softDeletion.ts'
import { leaderRepository } from '../../shared/areas/leaders/leaderRepository.ts'
import { totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { tableNames } from '../../shared/runtime/env.ts'

export const handle =
  (setDeleted: SoftDeletion): Handle<typeof deleteHistoryItem> =>
  ({ recipientId, member, body: { historyItemId } }, commit) =>
    setDeleted(recipientId, historyItemId, true, commit, member?.actorId)

const tables = tableNames('history', 'alerts', 'deliveries', 'recipients')

export const handler = memberHandler(
  deleteHistoryItem,
  handle(
    softDeletion({
      items: historyRepository(documentClient),
      totals: totalsRepository(documentClient),
      leaders: leaderRepository(documentClient),
      tables,
    }),
  ),
  commitTo(documentClient),
)
