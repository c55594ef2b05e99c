import type * as z from 'zod/mini'
import type { Item } from '../contract/write.ts'
import type { HistoryEvent } from '../history/historyItem.ts'
import { derivedId } from '../ids.ts'
import type { Money } from '../money/money.ts'
import type { Alert as AlertSchema } from './contract.ts'

export type Alert = z.input<typeof AlertSchema>

/** An alert as it is stored. */
export interface AlertItem extends Alert {
  readonly historyItemId: string
  readonly system: string
  readonly event: string
  /** Absent for tests. */
  readonly position?: number
  readonly test?: true
  /** Epoch second; tests alone have one. */
  readonly expiresAt?: number
}

/** The id of a history item's alert: an item has one, however often its event is told. */
export const alertId = (recipientId: string, historyItemId: string): string =>
  derivedId('alert', recipientId, historyItemId)

/** What an alert shows of its event. */
export const alertFromEvent = (
  recipientId: string,
  { id, system, event, nickname, message, amount, attachments = [], count, test }: HistoryEvent,
  { createdAt, levelName, hidden }: Pick<Alert, 'createdAt' | 'levelName' | 'hidden'>,
): AlertItem => ({
  recipientId,
  id: alertId(recipientId, id),
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
  ...(test && { test }),
})

/** The alert as it is answered. */
export const alertFromItem = (item: Item | AlertItem): Alert => {
  const { id, recipientId, createdAt, hidden, nickname, message, media, levelName, count } = item as AlertItem
  const amount = item['amount'] as Money | null
  return { id, recipientId, createdAt, hidden, nickname, message, amount, media, levelName, count }
}
