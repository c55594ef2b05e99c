import type { AlertBasisReader } from '../alerts/alertBasis.ts'
import { raiseAlerts } from '../alerts/raiseAlerts.ts'
import { raisesAlert } from '../alerts/raisedEvents.ts'
import type { Write } from '../contract/write.ts'
import { historyItemId } from '../events/historyEvent.ts'
import { historyAddition } from '../history/historyWrites.ts'
import type { RateRepository } from '../limits/rateRepository.ts'
import { retryOnConflict } from '../store/retryOnConflict.ts'
import { systemClock } from '../time/clock.ts'
import { totalsWrites } from '../totals/totals.ts'
import type { AudienceEvent } from './audienceEvent.ts'

/** An event of a recipient's audience, and the message that contained it. */
export interface AudienceMessage {
  readonly recipientId: string
  readonly system: string
  /** Identifies the message among those of all platforms. */
  readonly messageId: string
  readonly event: AudienceEvent
}

/**
 * Adds an event to the history, with its alert, in one transaction. The item's id derives from the message's, so a
 * message that comes again, at any time, adds nothing.
 */
export const audienceTaker =
  (
    basis: Pick<AlertBasisReader, 'read'>,
    rates: Pick<RateRepository, 'spending'>,
    tables: { readonly history: string; readonly alerts: string; readonly recipients: string },
    commit: (writes: readonly Write[]) => Promise<unknown>,
    clock = systemClock,
  ) =>
  ({ recipientId, system, messageId, event: { at, ...details } }: AudienceMessage): Promise<void> =>
    retryOnConflict(async () => {
      const id = historyItemId(recipientId, system, messageId)
      const { items, ...standing } = await basis.read(recipientId, [id])
      if (items.has(id)) return
      const event = { id, system, originId: messageId, timestamp: at, ...details }
      const events = raisesAlert(details.event, details.count, standing.raised) ? [event] : []
      const now = new Date(clock())
      const raised = raiseAlerts(tables, { recipientId, events, basis: standing, now })
      await commit([
        historyAddition(tables.history, recipientId, { ...event, ...raised.alerts[0]?.ofItem }, now),
        ...raised.writes,
        ...totalsWrites(tables.recipients, recipientId, { ...raised.totals, history: 1 }),
        rates.spending(recipientId, 'historyItems'),
      ])
    })
