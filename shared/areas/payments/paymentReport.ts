import type { Money } from '../../runtime/money/money.ts'
import type { Reversal } from './reversals.ts'

/** The events of a payment so far. Facts are only added: their order and repetitions change nothing. */
export interface PaymentFacts {
  /** UTC instants. */
  readonly completedAt?: string
  readonly failedAt?: string
}

/** A reversal in a report, with the id that distinguishes it from others of the payment. */
export interface ReportedReversal extends Reversal {
  readonly id: string
}

export interface PaidAction {
  readonly id: string
  /** The registered action. */
  readonly actionId: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A position of an order: the gateway's code of the item, and the variation that was chosen. */
export interface ShopItem {
  readonly code: string
  readonly variation?: string
  readonly quantity: number
}

/** The details of a payment; unreported ones are undefined. */
export interface PaymentDetails {
  readonly method?: string | undefined
  readonly nickname?: string | undefined
  readonly message?: string | undefined
  readonly amount: Money
  readonly attachments?: readonly string[] | undefined
  readonly actions?: readonly PaidAction[] | undefined
  readonly confirmation?: string | undefined
  readonly goal?: string | undefined
  /** What the history calls it, where it is no plain payment. */
  readonly event?: 'subscription' | undefined
  /** The tier of a membership, and its month where the gateway says which one it is. */
  readonly levelName?: string | undefined
  readonly count?: number | undefined
  /** What was bought in a shop. */
  readonly items?: readonly ShopItem[] | undefined
  readonly auction?: { readonly isNew: boolean; readonly item: string } | undefined
  /** Names of members that were cut or left out. */
  readonly omitted?: readonly string[] | undefined
}

/** One message of a gateway about a payment, in the service's own terms. */
export interface PaymentReport {
  /** Identifies the message within the gateway credential, so that a repetition is recognized. */
  readonly eventId: string
  /** The gateway's id of the payment. */
  readonly gatewayId: string
  /** The system that the history shows: `Stripe`, `Ko-fi` … */
  readonly system: string
  /** The UTC instant of the reported event, which is not in the future. */
  readonly at: string
  readonly facts: PaymentFacts
  readonly reversal?: ReportedReversal | undefined
  /** Whether another event is to bring the donor's texts, or this is the one that has them, if there are any. */
  readonly texts?: 'expected' | 'brought'
  readonly details: PaymentDetails
  /** No money was moved. */
  readonly test: boolean
}

/**
 * The gateway's time of an event, or `receivedAt` if that time is invalid or in the future, because such a payment
 * would stay on top of every list.
 */
export const pastInstant = (reported: string | undefined, receivedAt: Date): string =>
  reported === undefined || Date.parse(reported) > receivedAt.getTime() ? receivedAt.toISOString() : reported
