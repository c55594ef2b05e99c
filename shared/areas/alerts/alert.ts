import type * as z from 'zod/mini'
import type { Item } from '../../contract/write.ts'
import { derivedId } from '../../runtime/ids.ts'
import { type Money, moneyFromItem } from '../../runtime/money/money.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import type { Goal } from '../totals/goal.ts'
import type { Alert as AlertSchema } from './contract.ts'

export type Alert = z.input<typeof AlertSchema>

/**
 * Whether an alert may be shown; a held one waits for a decision, which may have `refused` it for good. Other states
 * may come: a reader that does not know one does not show the alert.
 */
export type AlertState = 'visible' | 'hidden' | 'held' | 'refused'

export const alertState = (isHidden: boolean): AlertState => (isHidden ? 'hidden' : 'visible')

/** An alert as it is stored: `hidden` of answers follows from its state. */
export interface StoredAlert extends Omit<Alert, 'hidden'> {
  readonly state: AlertState
  /** The part of the amount that was taken back; absent, or null after it was won back, when nothing was. */
  readonly refunded?: Money | null
}

/** An item of the table `alerts`; the alerts of tests are only in their deliveries. */
export interface AlertItem extends StoredAlert {
  /** Dense: 1, 2, 3 … */
  readonly position: number
  /** The sequence of the previous delivery, so that no other item has to be read to deliver the alert. */
  readonly after: number
  /** Its first delivery was requested: it is shown even where hidden ones are left out. */
  readonly force?: true
  /** The goal that its amount counts for, as it was then. */
  readonly goal?: Goal
  /**
   * The key in the index of held alerts: since when it is held, as its history item says. One that does not wait may
   * have it for a while; one that an earlier version has held at once has none, and waits since its creation.
   */
  readonly heldAt?: string
  /** The sequence of the delivery that showed it after it was held: the ones before it do not show it. */
  readonly releasedAs?: number
  /** What `state` was before the item was deleted or withdrawn, and is again when the item returns. */
  readonly stateBefore?: AlertState
  /** The member who decided last, by its `actorId`; null after a decision of the recipient. */
  readonly decidedBy?: string | null
}

/** An alert with the id of the member who decided on it. */
export type DecidedAlert = Alert & { readonly decidedBy?: string }

/** The id of a history item's alert: an item has one, however often its event is reported. */
export const alertId = (recipientId: string, historyItemId: string): string =>
  derivedId('alert', recipientId, historyItemId)

export const alertFromEvent = (
  recipientId: string,
  { id, system, event, nickname, message, amount, refunded, attachments = [], count }: HistoryEvent,
  { createdAt, levelName, state }: Pick<StoredAlert, 'createdAt' | 'levelName' | 'state'>,
): StoredAlert => ({
  id: alertId(recipientId, id),
  recipientId,
  historyItemId: id,
  system,
  event,
  createdAt,
  state,
  nickname: nickname ?? '',
  message: message ?? '',
  amount: amount ?? null,
  media: { url: attachments[0] ?? '' },
  levelName,
  count: count ?? 1,
  ...(refunded && { refunded }),
})

export const alertFromItem = (item: Item | StoredAlert): Alert => {
  const { id, recipientId, historyItemId, system, event, createdAt, state } = item as StoredAlert
  const { nickname, message, amount, media, levelName, count } = item as StoredAlert
  return {
    id,
    recipientId,
    historyItemId,
    system,
    event,
    createdAt,
    hidden: state !== 'visible',
    nickname,
    message,
    amount: amount && moneyFromItem(amount),
    media,
    levelName,
    count,
  }
}

export const decidedAlertFromItem = (item: Item | AlertItem): DecidedAlert => {
  const { decidedBy } = item as AlertItem
  return { ...alertFromItem(item as Item), ...(decidedBy && { decidedBy }) }
}
