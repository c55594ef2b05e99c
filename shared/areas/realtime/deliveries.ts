import { moneyFromItem } from '../../runtime/money/money.ts'
import { type Alert, type AlertItem, alertFromItem, type StoredAlert } from '../alerts/alert.ts'
import type { Delivered } from '../alerts/delivery.ts'
import { isHeldState } from '../alerts/held.ts'
import { alertSequence } from '../alerts/sequences.ts'
import type { OverlayLook } from '../overlays/overlayLook.ts'
import type { Goal } from '../totals/goal.ts'
import { messageVersion } from './messageVersion.ts'
import type { ChangeContents, DeliveryMessage } from './serverMessages.ts'

/** A stored delivery: an alert by its position, the alert of a test as a whole, anything else as JSON text. */
export type DeliveryItem = {
  readonly sequence: number
  readonly after: number
  readonly force: boolean
  readonly test: boolean
  /** The type of its message. */
  readonly kind: string
} & (Delivered | { readonly payload: string })

/** A look with links in place of uploads. */
type Linked = (look: OverlayLook) => OverlayLook

export type AlertsByPosition = ReadonlyMap<number, AlertItem>

/** A stored goal, its members in one order. */
const shownGoal = ({ title, target, reached }: Goal): Goal => ({
  title,
  target: moneyFromItem(target),
  reached: moneyFromItem(reached),
})

/** Whether a delivery is one before the decision that shows its alert, which brings the alert once. */
const isBeforeRelease = ({ releasedAs = 0 }: Partial<AlertItem>, sequence: number): boolean => sequence < releasedAs

/**
 * An alert as it leaves: a held one is hidden, whoever asks for it, and does not name its donor. So is one whose
 * showing comes later, for an overlay that receives both.
 */
const leaving = (alert: StoredAlert, isShownLater = false): Alert =>
  isShownLater || isHeldState(alert.state)
    ? { ...alertFromItem(alert), hidden: true, nickname: '', message: '', media: { url: '' } }
    : alertFromItem(alert)

/** The message of an alert's first delivery. */
export const messageFromAlert = (item: AlertItem): DeliveryMessage => {
  const { position, after, force = false, goal } = item
  const sequence = alertSequence(position)
  const isShownLater = isBeforeRelease(item, sequence)
  return {
    version: messageVersion,
    type: 'alert',
    sequence,
    after,
    force: force && !isShownLater && !isHeldState(item.state),
    test: false,
    alert: leaving(item, isShownLater),
    ...(goal && { goal: shownGoal(goal) }),
  }
}

/** The members of an alert that can change, as they are now. */
const changeFrom = (stored: StoredAlert): ChangeContents => {
  const { id, historyItemId, hidden, nickname, message, amount, media, levelName, count } = leaving(stored)
  const refunded = stored.refunded ? moneyFromItem(stored.refunded) : null
  return { id, historyItemId, hidden, nickname, message, amount, refunded, media, levelName, count }
}

const contentsOf = (item: DeliveryItem, alerts: AlertsByPosition, linked: Linked): unknown => {
  if ('payload' in item) return item.kind === 'look' ? linked(JSON.parse(item.payload)) : JSON.parse(item.payload)
  const alert = 'alert' in item ? item.alert : alerts.get(item.position)
  if (alert === undefined) throw new Error(`the alert of delivery ${item.sequence} does not exist`)
  return item.kind === 'alert' ? leaving(alert, isBeforeRelease(alert, item.sequence)) : changeFrom(alert)
}

/** The positions of alerts that are delivered once more, each once. */
export const deliveredPositions = (items: readonly DeliveryItem[]): readonly number[] => [
  ...new Set(items.flatMap((item) => ('position' in item ? [item.position] : []))),
]

/**
 * The messages of deliveries, in their order. A kind that only a newer version knows is delivered as it is stored. The
 * links of a look are made when it is sent, because stored ones would end.
 */
export const messagesFromDeliveries = (
  items: readonly DeliveryItem[],
  alerts: AlertsByPosition,
  linked: Linked,
): readonly DeliveryMessage[] =>
  items.map((item) => {
    const { kind, sequence, after, force, test } = item
    const contents = contentsOf(item, alerts, linked)
    const alert = 'position' in item ? alerts.get(item.position) : undefined
    const isForced = force && !(alert && (isHeldState(alert.state) || isBeforeRelease(alert, sequence)))
    return {
      version: messageVersion,
      type: kind,
      sequence,
      after,
      force: isForced,
      test,
      [kind]: contents,
    } as DeliveryMessage
  })
