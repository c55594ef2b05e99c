import { alertFromItem } from '../../shared/areas/alerts/alert.ts'
import { type AlertBasisReader, alertBasisReader } from '../../shared/areas/alerts/alertBasis.ts'
import { testAlert } from '../../shared/areas/alerts/contract.ts'
import { raiseAlerts } from '../../shared/areas/alerts/raiseAlerts.ts'
import { historyAddition } from '../../shared/areas/history/historyWrites.ts'
import { totalsWrites } from '../../shared/areas/totals/totals.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { replayBytes } from '../../shared/mechanisms/limits/replayBytes.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

interface Tables {
  readonly history: string
  readonly deliveries: string
  readonly recipients: string
}

/** Two round trips: the level and the position among the deliveries have to be known before the alert is written. */
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

const rates = rateRepository(documentClient)

export const handler = memberHandler(
  testAlert,
  handle(
    alertBasisReader(documentClient, tableNames('recipients', 'configs')),
    rates,
    tableNames('recipients', 'history', 'deliveries'),
  ),
  commitTo(documentClient, { count: replayBytes(rates) }),
)
