import type { Alert } from '../../shared/areas/alerts/alert.ts'
import { type AlertRepository, alertRepository } from '../../shared/areas/alerts/alertRepository.ts'
import { listAlerts } from '../../shared/areas/alerts/contract.ts'
import { findAlerts } from '../../shared/areas/alerts/findAlerts.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { answerPage } from '../../shared/mechanisms/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'
import { keyArn, tableName } from '../../shared/runtime/env.ts'

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
