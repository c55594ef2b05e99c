import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { restoreHistoryItem } from '../../shared/history/contract.ts'
import { historyRepository } from '../../shared/history/historyRepository.ts'
import { type SoftDeletion, softDeletion } from '../../shared/history/softDeletion.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { leaderRepository } from '../../shared/totals/leaderRepository.ts'
import { totalsRepository } from '../../shared/totals/totalsRepository.ts'

export const handle =
  (mark: SoftDeletion): Handle<typeof restoreHistoryItem> =>
  ({ recipientId, body: { historyItemId } }, commit) =>
    mark(recipientId, historyItemId, false, commit)

const tables = {
  history: tableName('history'),
  alerts: tableName('alerts'),
  deliveries: tableName('deliveries'),
  recipients: tableName('recipients'),
}

export const handler = httpHandler(
  restoreHistoryItem,
  handle(
    softDeletion({
      items: historyRepository(documentClient, tables.history),
      totals: totalsRepository(documentClient, tables.recipients),
      leaders: leaderRepository(documentClient, tableName('leaders')),
      tables,
    }),
  ),
  commitTo(documentClient),
)
