import type { Write } from '../../contract/write.ts'
import { type AlertBasis, raiseAlerts } from '../alerts/raiseAlerts.ts'
import { raisedEventsFromConfig, raisesAlert } from '../alerts/raisedEvents.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { historyAddition } from '../history/historyWrites.ts'
import { totalsWrites } from '../totals/totals.ts'

/**
 * The writes that add events of a recipient's audience to the history, raise the alerts that its owner wants, and count
 * both. They belong into one transaction.
 */
export const audienceWrites = (
  tables: { readonly history: string; readonly alerts: string; readonly recipients: string },
  recipientId: string,
  events: readonly HistoryEvent[],
  /** Ids of those that raise no alert. */
  quiet: ReadonlySet<string>,
  { config, ...basis }: AlertBasis & { readonly config: unknown },
  now: Date,
): readonly Write[] => {
  const wanted = raisedEventsFromConfig(config)
  const alerting = events.filter(({ id, event, count }) => !quiet.has(id) && raisesAlert(event, count, wanted))
  const { alerts, writes, totals } = raiseAlerts(tables, { recipientId, events: alerting, basis, now })
  const shown = new Map(alerting.map((event, index) => [event, alerts[index]?.ofItem]))
  return [
    ...events.map((event) => historyAddition(tables.history, recipientId, { ...event, ...shown.get(event) }, now)),
    ...writes,
    ...totalsWrites(tables.recipients, recipientId, { ...totals, history: events.length }),
  ]
}
