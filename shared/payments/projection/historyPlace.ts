import type { Item } from '../../contract/write.ts'
import { historyItemId } from '../../events/historyEvent.ts'
import type { StoredPayment } from '../payment.ts'

/** The id under which a payment is, or will be, in the history. */
export interface HistoryPlace {
  readonly id: string
  readonly originId: string
}

/**
 * The places that a payment may take, the one to prefer first. The gateway's own id names it; where another payment of the system has
 * that name (two bridges that count from 1), and for tests, the payment's id does.
 */
export const placesOf = ({
  recipientId,
  system,
  gatewayId,
  id,
}: StoredPayment): readonly [HistoryPlace, HistoryPlace] => {
  const placeOf = (originId: string) => ({ id: historyItemId(recipientId, system, originId), originId })
  return [placeOf(gatewayId), placeOf(id)]
}

/** What a history item says of the payment that it is of; nothing where it did not come from one. */
export const paymentOfItem = ({ metadata }: Item): { readonly paymentId?: unknown } =>
  typeof metadata === 'string' ? (JSON.parse(metadata) as Record<string, unknown>) : {}

/** The id of the place where a payment is, unless another payment has taken it before. */
export const likelyPlace = (payment: StoredPayment): string => {
  const [preferred, other] = placesOf(payment)
  return payment.historyItemId ?? (payment.test ? other : preferred).id
}

/** The place of a payment among the history items that are there. */
export const placeOf = (payment: StoredPayment, items: ReadonlyMap<string, Item>): HistoryPlace => {
  const [preferred, other] = placesOf(payment)
  if (payment.historyItemId !== undefined)
    return payment.historyItemId === other.id ? other : { ...preferred, id: payment.historyItemId }
  if (payment.test) return other
  const item = items.get(preferred.id)
  const owner = item && paymentOfItem(item).paymentId
  return owner === undefined || owner === payment.id ? preferred : other
}
