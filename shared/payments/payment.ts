import type * as z from 'zod/mini'
import type { Item } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import { moneyFromItem } from '../money/money.ts'
import type { Payment as PaymentSchema } from './contract.ts'
import type { PaidAction, PaymentDetails, PaymentFacts, PaymentReport } from './paymentReport.ts'
import { statusOf } from './paymentStatus.ts'

export type Payment = z.input<typeof PaymentSchema>

/** A payment as it is stored. */
export interface StoredPayment extends PaymentFacts, PaymentDetails {
  readonly recipientId: string
  readonly id: string
  readonly gateway: string
  readonly gatewayId: string
  readonly gatewayCredentialId: string
  readonly system: string
  /** The UTC instant of the first that was told of it. */
  readonly createdAt: string
  /** When the webhook of its completion was taken, or the first one before there is a completion. */
  readonly receivedAt: string
  /** No money was moved. */
  readonly test: boolean
  /** Changes with every report. */
  readonly revision: string
  /** Whether something was reported that history, alerts and totals do not know yet. */
  readonly projection: 'due' | 'postponed' | 'done'
  readonly listedAt?: string
  /** What the payment became, once it was completed. */
  readonly historyItemId?: string
  /** When it was put into the history, and the sequence of its showing. */
  readonly appearedAt?: string
  readonly sequence?: number
  readonly videoIds?: readonly string[]
}

/**
 * The id of a payment: a gateway credential knows it by one id, so its reports find the same item without a read. A test is a payment of
 * its own: it cannot keep a genuine one of the same id out of lists and totals.
 */
export const paymentId = (
  recipientId: string,
  credentialId: string,
  { gatewayId, test }: Pick<PaymentReport, 'gatewayId' | 'test'>,
): string => derivedId(test ? 'testPayment' : 'payment', recipientId, credentialId, gatewayId)

/** An item of the table; actions are JSON text, so that their parameters return unchanged. */
export const storedPayment = (item: Item): StoredPayment => {
  const { actions, ...plain } = item as unknown as Omit<StoredPayment, 'actions'> & { readonly actions?: string }
  return actions === undefined ? plain : { ...plain, actions: JSON.parse(actions) as readonly PaidAction[] }
}

/** The payment as it is answered. */
export const paymentFromItem = (item: Item): Payment => {
  const stored = storedPayment(item)
  return {
    id: stored.id,
    gateway: stored.gateway,
    gatewayId: stored.gatewayId,
    method: stored.method ?? null,
    nickname: stored.nickname ?? null,
    message: stored.message ?? null,
    recipientId: stored.recipientId,
    amount: moneyFromItem(stored.amount),
    gatewayCredentialId: stored.gatewayCredentialId,
    status: statusOf(stored),
    attachments: [...(stored.attachments ?? [])],
    actions: [...(stored.actions ?? [])],
    confirmation: stored.confirmation ?? null,
    goal: stored.goal ?? null,
    authorizationTimestamp: stored.completedAt ?? null,
    auction: stored.auction ? { isNew: stored.auction.isNew, item: stored.auction.item } : null,
    test: stored.test,
    omitted: [...(stored.omitted ?? [])],
  }
}
