import type { Money } from '../money/money.ts'

/**
 * What has happened to a payment so far. Facts only ever come: whatever order they are told in, together they say the same, and a fact
 * that is told twice says nothing new.
 */
export interface PaymentFacts {
  /** UTC instants. */
  readonly completedAt?: string
  readonly failedAt?: string
  /** Refunded in full; a payment that was refunded in part stays completed. */
  readonly refundedAt?: string
  /** Ids of all disputes that were ever told of, and of those that were decided for the recipient. */
  readonly disputes?: ReadonlySet<string>
  readonly disputesWon?: ReadonlySet<string>
}

/** An action that was paid for. */
export interface PaidAction {
  readonly id: string
  /** The registered action. */
  readonly actionId: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What a gateway knows of a payment; what it does not tell is undefined. */
export interface PaymentDetails {
  readonly method?: string | undefined
  readonly nickname?: string | undefined
  readonly message?: string | undefined
  readonly amount: Money
  readonly attachments?: readonly string[] | undefined
  readonly actions?: readonly PaidAction[] | undefined
  readonly confirmation?: string | undefined
  readonly goal?: string | undefined
  readonly auction?: { readonly isNew: boolean; readonly item: string } | undefined
  /** Names of members that were cut or left out. */
  readonly omitted?: readonly string[] | undefined
}

/** One message of a gateway about a payment, in the service's own terms. */
export interface PaymentReport {
  /** What tells a repetition of the message from another message, within the gateway credential. */
  readonly eventId: string
  /** The payment, as the gateway knows it. */
  readonly gatewayId: string
  /** The system that the history shows: `Stripe`, `Ko-fi` … */
  readonly system: string
  /** The UTC instant of what is told, and not one of the future. */
  readonly at: string
  readonly facts: PaymentFacts
  readonly details: PaymentDetails
  /** No money was moved. */
  readonly test: boolean
}

/** When something happened: as the gateway dates it, unless that cannot be read or is still to come; such a payment would stay on top of every list. */
export const pastInstant = (told: string | undefined, receivedAt: Date): string =>
  told === undefined || Date.parse(told) > receivedAt.getTime() ? receivedAt.toISOString() : told
