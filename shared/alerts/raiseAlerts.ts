import type { Write } from '../contract/write.ts'
import { type HistoryEvent, testExpiry } from '../history/historyItem.ts'
import { Outdated } from '../store/outdated.ts'
import type { Totals, TotalsChange } from '../totals/totals.ts'
import { type AlertItem, alertFromEvent } from './alert.ts'
import { deliveryWrite } from './delivery.ts'
import { type AlertLevel, levelNameOf, nextSequence } from './rules.ts'

/** What new alerts depend on; read before, and held to be unchanged by the write of the totals. */
export interface AlertBasis {
  readonly totals: Totals
  readonly levels: readonly AlertLevel[]
}

interface Raising {
  readonly recipientId: string
  /** In the order in which they are shown. */
  readonly events: readonly HistoryEvent[]
  readonly basis: AlertBasis
  readonly now: Date
  /** Shown even by an overlay that leaves hidden alerts out. */
  readonly force?: boolean
  readonly hidden?: boolean
}

/** New alerts: the writes that make and deliver them, and what they add to the totals. Both belong into one transaction. */
interface Raised {
  readonly alerts: readonly AlertItem[]
  readonly writes: readonly Write[]
  readonly totals: TotalsChange
}

const alertWrite = (table: string, alert: AlertItem): Write => ({
  operation: {
    Put: { TableName: table, Item: { ...alert }, ConditionExpression: 'attribute_not_exists(id)' },
  },
  repeatable: false,
  refusal: (found) => new Outdated(found),
})

/** The time of new alerts: never before that of the last one, so that times and positions have the same order on every clock. */
const creationTime = ({ newestAlertAt }: Totals, now: Date): string => {
  const time = now.toISOString()
  return time < newestAlertAt ? newestAlertAt : time
}

/**
 * Makes the alerts of history items that have none yet. This is the one place where alerts come from: imports, tests, repeats and
 * payments raise them here. Costs two writes an alert, besides the one of the totals. Raises `Outdated` when the basis has changed.
 */
export const raiseAlerts = (
  tables: { readonly alerts: string; readonly deliveries: string },
  { recipientId, events, basis: { totals, levels }, now, force = false, hidden = false }: Raising,
): Raised => {
  if (events.length === 0) return { alerts: [], writes: [], totals: {} }
  const createdAt = creationTime(totals, now)
  const first = nextSequence(now, totals.lastDelivery)
  let position = totals.alerts
  const alerts = events.map((event): AlertItem => {
    const levelName = event.levelName ?? levelNameOf(event.amount, levels)
    const alert = alertFromEvent(recipientId, event, { createdAt, levelName, hidden })
    if (event.test) return { ...alert, expiresAt: testExpiry(now) }
    position += 1
    return { ...alert, position }
  })
  const added = position - totals.alerts
  return {
    alerts,
    writes: alerts.flatMap((alert, index) => [
      alertWrite(tables.alerts, alert),
      deliveryWrite(tables.deliveries, { recipientId, sequence: first + index, alertId: alert.id, force, now }),
    ]),
    totals: {
      ...(added > 0 && { alerts: { from: totals.alerts, added, newestAt: createdAt } }),
      deliveries: { first, last: first + alerts.length - 1 },
    },
  }
}
