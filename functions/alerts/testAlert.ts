import { alertFromItem } from '../../shared/alerts/alert.ts'
import { type AlertBasisReader, alertBasisReader } from '../../shared/alerts/alertBasis.ts'
import { testAlert } from '../../shared/alerts/contract.ts'
import { raiseAlerts } from '../../shared/alerts/raiseAlerts.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { historyAddition } from '../../shared/history/historyWrites.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { newId } from '../../shared/ids.ts'
import { keptBytes } from '../../shared/limits/keptBytes.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { retryOnConflict } from '../../shared/store/retryOnConflict.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { totalsWrites } from '../../shared/totals/totals.ts'

interface Tables {
  readonly history: string
  readonly deliveries: string
  readonly recipients: string
}

/** Two round trips: the level and the place in the order of deliveries have to be known before the alert is written. */
export const handle =
  (
    basis: Pick<AlertBasisReader, 'read'>,
    rates: Pick<RateRepository, 'spending'>,
    tables: Tables,
    clock = systemClock,
  ): Handle<typeof testAlert> =>
  ({ recipientId, body }, commit) => {
    const id = newId()
    return retryOnConflict(async () => {
      const now = new Date(clock())
      const event = {
        ...body,
        id,
        originId: id,
        timestamp: now.toISOString(),
        test: true,
      } as const
      const raised = raiseAlerts(tables, {
        recipientId,
        events: [event],
        basis: await basis.read(recipientId),
        now,
      })
      const [shown] = raised.alerts
      // Stryker disable next-line ConditionalExpression,StringLiteral: every event raises an alert; types require it.
      if (shown === undefined) throw new Error('a test raised no alert')
      const writes = [
        historyAddition(tables.history, recipientId, { ...event, ...shown.ofItem }, now),
        ...raised.writes,
        ...totalsWrites(tables.recipients, recipientId, raised.totals),
        rates.spending(recipientId, 'testAlerts'),
      ]
      return commit(writes, { historyItemId: id, alert: alertFromItem(shown.alert) })
    })
  }

const recipients = tableName('recipients')

const rates = rateRepository(documentClient, tableName('rates'))

export const handler = httpHandler(
  testAlert,
  handle(alertBasisReader(documentClient, { recipients, configs: tableName('configs') }), rates, {
    recipients,
    history: tableName('history'),
    deliveries: tableName('deliveries'),
  }),
  commitTo(documentClient, { count: keptBytes(rates) }),
)
