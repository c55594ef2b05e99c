import type { Item, Write } from '../../contract/write.ts'
import type { AlertChanges } from '../alerts/alertRepository.ts'
import { releaseDeliveryWrite } from '../alerts/delivery.ts'
import { moderated } from '../alerts/moderated.ts'
import { type AlertBasis, raiseAlerts } from '../alerts/raiseAlerts.ts'
import { raisedEventsFromConfig, raisesAlert } from '../alerts/raisedEvents.ts'
import { sequenceAfter } from '../alerts/sequences.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { isHeldBack } from '../events/isHeldBack.ts'
import { eventFromItem } from '../history/historyRepository.ts'
import { itemChange } from '../history/historyWrites.ts'
import { shownChange } from '../history/shownChange.ts'
import { totalsWrites } from '../totals/totals.ts'

type Tables = Readonly<Record<'history' | 'alerts' | 'deliveries' | 'recipients', string>>

interface Told {
  readonly basis: AlertBasis & { readonly config: unknown }
  /** Whether an overlay has shown the alert to its end. */
  readonly isShown: boolean
  readonly now: Date
}

const definedOf = ({ message, count }: HistoryEvent) => ({
  ...(message !== undefined && { message }),
  ...(count !== undefined && { count }),
})

/** The alert of an item that had too few months for one, or none while such events raised none. */
const firstAlert = (tables: Tables, recipientId: string, item: Item, said: HistoryEvent, { basis, now }: Told) => {
  const event = { ...eventFromItem(item), ...definedOf(said) }
  const isRaised =
    item['deleted'] !== true && raisesAlert(event.event, event.count, raisedEventsFromConfig(basis.config))
  const raised = raiseAlerts(tables, { recipientId, events: isRaised ? [event] : [], basis, now })
  return { item: raised.alerts[0]?.ofItem ?? {}, writes: raised.writes, totals: raised.totals }
}

/** Corrects an alert that was raised, and shows it again if an overlay has shown it. Its words are moderated. */
const correctedAlert = (tables: Tables, recipientId: string, item: Item, said: HistoryEvent, told: Told) => {
  const { basis, isShown, now } = told
  const { nickname } = eventFromItem(item)
  const { message, isHeld } = moderated({ nickname, message: said.message }, basis.moderation)
  const isHeldNow = said.message !== undefined && isHeld && !isHeldBack(item)
  const isListed = item['deleted'] !== true
  const hold = isHeldNow ? { heldAt: now.toISOString() } : {}
  const held: AlertChanges = { ...(isListed ? { state: 'held' } : { stateBefore: 'held' }), ...hold }
  const changes: AlertChanges = { ...definedOf({ ...said, message }), ...(isHeldNow && held) }
  const from = basis.totals.lastDelivery
  const change = shownChange(tables, item, changes, from, now)
  const after = change.totals.deliveries?.last ?? from
  const isShownAgain = isShown && isListed && !isHeldBack({ ...item, ...hold })
  const position = Number(item['alertPosition'])
  const again = isShownAgain ? [releaseDeliveryWrite(tables.deliveries, { recipientId, position, after, now })] : []
  const last = isShownAgain ? sequenceAfter(after) : after
  return { item: hold, writes: [...change.writes, ...again], totals: last > from ? { deliveries: { from, last } } : {} }
}

/**
 * The writes by which the message of a subscription completes its item: its words and months, in the alert too. They
 * belong into one transaction.
 */
export const subscriptionCorrection = (
  tables: Tables,
  recipientId: string,
  item: Item,
  said: HistoryEvent,
  told: Told,
): readonly Write[] => {
  const alert = item['alertPosition'] === undefined ? firstAlert : correctedAlert
  const { item: alertFields, writes, totals } = alert(tables, recipientId, item, said, told)
  return [
    itemChange(tables.history, item, { ...definedOf(said), ...alertFields }),
    ...writes,
    ...totalsWrites(tables.recipients, recipientId, totals),
  ]
}
