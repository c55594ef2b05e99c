import type * as z from 'zod/mini'
import type { Item } from '../contract/write.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { derivedId } from '../ids.ts'
import { moneyFromItem } from '../money/money.ts'
import type { Alert as AlertSchema } from './contract.ts'

export type Alert = z.input<typeof AlertSchema>

/** A stored alert; test alerts are not stored. */
export interface AlertItem extends Alert {
  /** Dense: 1, 2, 3 … */
  readonly position: number
  /** The sequence of the previous delivery, so that no other item has to be read to deliver the alert. */
  readonly after: number
  /** Its first showing is one that was asked for: shown even where hidden ones are left out. */
  readonly force?: true
}

/** The id of a history item's alert: an item has one, however often its event is told. */
export const alertId = (recipientId: string, historyItemId: string): string =>
  derivedId('alert', recipientId, historyItemId)

/** The alert's members from its event. */
export const alertFromEvent = (
  recipientId: string,
  { id, system, event, nickname, message, amount, attachments = [], count }: HistoryEvent,
  { createdAt, levelName, hidden }: Pick<Alert, 'createdAt' | 'levelName' | 'hidden'>,
): Alert => ({
  id: alertId(recipientId, id),
  recipientId,
  historyItemId: id,
  system,
  event,
  createdAt,
  hidden,
  nickname: nickname ?? '',
  message: message ?? '',
  amount: amount ?? null,
  media: { url: attachments[0] ?? '' },
  levelName,
  count: count ?? 1,
})

/** The alert as it is answered. */
export const alertFromItem = (item: Item | Alert): Alert => {
  const { id, recipientId, historyItemId, system, event, createdAt, hidden } = item as Alert
  const { nickname, message, amount, media, levelName, count } = item as Alert
  return {
    id,
    recipientId,
    historyItemId,
    system,
    event,
    createdAt,
    hidden,
    nickname,
    message,
    amount: amount && moneyFromItem(amount),
    media,
    levelName,
    count,
  }
}
