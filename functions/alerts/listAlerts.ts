import type { Alert } from '../../shared/alerts/alert.ts'
import { type AlertRepository, alertRepository } from '../../shared/alerts/alertRepository.ts'
import { listAlerts } from '../../shared/alerts/contract.ts'
import { findAlerts } from '../../shared/alerts/findAlerts.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerPage } from '../../shared/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/totals/totalsRepository.ts'

const newestFirst = { property: 'createdAt', ascending: false }

export const handle =
  (alerts: AlertRepository, totals: Pick<TotalsRepository, 'read'>, cursorKey: CursorKey): Handle<typeof listAlerts> =>
  ({ recipientId, query }) => {
    const { after, before, hidden, held, nickname, system, levelName } = query
    const filter = { hidden, held, nickname, system, levelName }
    return answerPage<Alert, number>({
      recipientId,
      operation: listAlerts,
      query,
      sortable: [newestFirst.property],
      byDefault: newestFirst,
      cursorKey,
      find: (slice, [{ ascending }]) =>
        findAlerts(alerts, totals, { recipientId, period: { after, before }, filter, ascending }, slice),
    })
  }

export const handler = httpHandler(
  listAlerts,
  handle(
    alertRepository(documentClient, tableName('alerts')),
    totalsRepository(documentClient, tableName('recipients')),
    cursorKeyFrom(kmsClient, keyArn('cursors')),
  ),
)
