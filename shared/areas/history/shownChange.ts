import type { Item, Write } from '../../contract/write.ts'
import { alertFromEvent, alertState, type StoredAlert } from '../alerts/alert.ts'
import { type AlertChanges, alertChange } from '../alerts/alertRepository.ts'
import { changeDeliveryWrite } from '../alerts/delivery.ts'
import { sequenceAfter } from '../alerts/sequences.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import type { TotalsChange } from '../totals/totals.ts'

/** Whether an item was delivered as an alert: it has a position, or is a test, whose alert is only a delivery. */
export const wasShown = ({ alertPosition, test }: Item): boolean => alertPosition !== undefined || test === true

/** The alert of a test, from its item. The alert's own time is unknown to a change, so the item's time replaces it. */
const testAlertOf = (item: Item): StoredAlert => {
  const { recipientId, timestamp, levelName = '', deleted, ...event } = item as Item & HistoryEvent
  const createdAt = timestamp
  const state = alertState(deleted === true)
  return alertFromEvent(String(recipientId), { ...event, timestamp }, { createdAt, levelName, state })
}

/** An alert returns with its item, and waits for its decision since then as before. */
export const returning = ({ heldAt }: Item): AlertChanges => ({
  move: 'returns',
  heldAt: heldAt === undefined ? undefined : String(heldAt),
})

/**
 * The change of an item's alert, and its delivery to overlays that may still show the alert; none for an item that was
 * never shown. The writes belong into the transaction of the item, with the change of the totals.
 *
 * @param after the sequence of the delivery before
 */
export const shownChange = (
  { alerts, deliveries }: { readonly alerts: string; readonly deliveries: string },
  item: Item,
  changes: AlertChanges,
  after: number,
  now: Date,
): { readonly writes: readonly Write[]; readonly totals: Pick<TotalsChange, 'deliveries'> } => {
  const isChanged = Object.values(changes).some((value) => value !== undefined)
  if (!isChanged || !wasShown(item)) return { writes: [], totals: {} }
  const recipientId = String(item['recipientId'])
  const position = Number(item['alertPosition'])
  const delivery = { recipientId, after, now }
  const totals = { deliveries: { from: after, last: sequenceAfter(after) } }
  if (item['test'] === true) {
    const { move, decidedBy: _decidedBy, ...attributes } = changes
    const state = move && alertState(move === 'leaves')
    const known = Object.entries({ state, ...attributes }).filter(([, value]) => value !== undefined)
    const alert = { ...testAlertOf(item), ...Object.fromEntries(known) }
    return { writes: [changeDeliveryWrite(deliveries, delivery, { alert })], totals }
  }
  return {
    writes: [
      alertChange(alerts, recipientId, position, changes, now),
      changeDeliveryWrite(deliveries, delivery, { position }),
    ],
    totals,
  }
}
