import type { Item } from '../../../contract/write.ts'
import { historyItemId } from '../../events/historyItemId.ts'
import { type StoredPayment, storedPayment } from '../payment.ts'

/** The id under which a payment is, or will be, in the history. */
export interface HistoryPlace {
  readonly id: string
  readonly originId: string
}

/**
 * A payment with the places that it may take. The gateway's own id names the preferred one; the payment's id names the
 * other one, for tests, and where another payment of the system has the gateway's id (two bridges that count from 1).
 */
export interface PlaceablePayment extends StoredPayment {
  readonly places: { readonly preferred: HistoryPlace; readonly other: HistoryPlace }
}

/** A stored payment with its places, which are derived once, because each costs a SHA-256. */
export const placeablePayment = (item: Item): PlaceablePayment => {
  const payment = storedPayment(item)
  const { recipientId, system, gatewayId, id } = payment
  const placeOf = (originId: string) => ({ id: historyItemId(recipientId, system, originId), originId })
  return { ...payment, places: { preferred: placeOf(gatewayId), other: placeOf(id) } }
}

/** The payment that a history item comes from; empty where it did not come from one. */
export const paymentOfItem = ({ metadata }: Item): { readonly paymentId?: unknown } =>
  typeof metadata === 'string' ? (JSON.parse(metadata) as Record<string, unknown>) : {}

/** The id of the place where a payment is, unless another payment has taken it before. */
export const likelyPlace = ({ historyItemId: taken, test, places }: PlaceablePayment): string =>
  taken ?? (test ? places.other : places.preferred).id

/** The place of a payment among the history items that are there. */
export const placeOf = (payment: PlaceablePayment, items: ReadonlyMap<string, Item>): HistoryPlace => {
  const { preferred, other } = payment.places
  if (payment.historyItemId !== undefined)
    return payment.historyItemId === other.id ? other : { ...preferred, id: payment.historyItemId }
  if (payment.test) return other
  const item = items.get(preferred.id)
  const owner = item && paymentOfItem(item).paymentId
  return owner === undefined || owner === payment.id ? preferred : other
}
