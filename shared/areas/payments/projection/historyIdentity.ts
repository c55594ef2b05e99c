import type { Item } from '../../../contract/write.ts'
import { historyItemId } from '../../events/historyItemId.ts'
import { type StoredPayment, storedPayment } from '../payment.ts'

/** The id under which a payment is, or will be, in the history. */
export interface HistoryIdentity {
  readonly id: string
  readonly originId: string
}

/**
 * A payment with the identities that it may have in the history. The gateway's own id makes the preferred one; the
 * payment's id makes the other one, for tests, and where another payment of the system has the gateway's id (two
 * bridges that count from 1).
 */
export interface IdentifiedPayment extends StoredPayment {
  readonly identities: { readonly preferred: HistoryIdentity; readonly other: HistoryIdentity }
}

/** A stored payment with its identities, which are derived once, because each costs a SHA-256. */
export const identifiedPayment = (item: Item): IdentifiedPayment => {
  const payment = storedPayment(item)
  const { recipientId, system, gatewayId, id } = payment
  const identityOf = (originId: string) => ({ id: historyItemId(recipientId, system, originId), originId })
  return { ...payment, identities: { preferred: identityOf(gatewayId), other: identityOf(id) } }
}

/** The payment that a history item comes from; empty where it did not come from one. */
export const paymentOfItem = ({ metadata }: Item): { readonly paymentId?: unknown; readonly gateway?: unknown } =>
  typeof metadata === 'string' ? (JSON.parse(metadata) as Record<string, unknown>) : {}

/** The id of a payment's history item, unless another payment has taken it before. */
export const likelyItemId = ({ historyItemId: taken, test, identities }: IdentifiedPayment): string =>
  taken ?? (test ? identities.other : identities.preferred).id

/** The identity of a payment beside the history items that are there. */
export const identityOf = (payment: IdentifiedPayment, items: ReadonlyMap<string, Item>): HistoryIdentity => {
  const { preferred, other } = payment.identities
  if (payment.historyItemId !== undefined)
    return payment.historyItemId === other.id ? other : { ...preferred, id: payment.historyItemId }
  if (payment.test) return other
  const item = items.get(preferred.id)
  const owner = item && paymentOfItem(item).paymentId
  return owner === undefined || owner === payment.id ? preferred : other
}

/**
 * Whether the history has a payment under another credential: the account has two of them, or one in place of another.
 * The ids of a gateway name one payment each, unless bridges give them.
 */
export const isShownAlready = (payment: IdentifiedPayment, items: ReadonlyMap<string, Item>): boolean => {
  const { id, gateway, test, historyItemId: taken, identities } = payment
  const item = items.get(identities.preferred.id)
  if (test || taken !== undefined || gateway === 'manual' || item === undefined) return false
  const shown = paymentOfItem(item)
  return shown.gateway === gateway && shown.paymentId !== id
}
