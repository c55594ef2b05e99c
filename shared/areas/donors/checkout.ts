import { Problem } from '../../contract/problem.ts'
import type { Money } from '../../runtime/money/money.ts'
import type { GatewayAccount } from '../payments/paymentGateway.ts'

/** The payment that a donor wants to make. */
export interface Checkout {
  /** The same for a repetition of the same request: the gateway answers it with the same payment. */
  readonly key: string
  readonly amount: Money
  /** The line of the gateway's page. */
  readonly description: string
  /** A donor's texts, for `detailsFromMetadata`. */
  readonly metadata: Readonly<Record<string, string>>
  readonly returnUrl: string
}

export interface BegunCheckout {
  /** The gateway's id, by which its state is asked for. */
  readonly reference: string
  /** The page on which the donor pays. */
  readonly url: string
  /** The payment as webhooks will name it, where the gateway has no room for the donor's texts. */
  readonly keepTextsFor?: { readonly system: string; readonly gatewayId: string; readonly test: boolean }
}

/** What the gateway says: the donor has not paid yet, has paid, or cannot pay any more. */
export interface CheckoutState {
  readonly state: 'open' | 'paid' | 'expired'
  readonly amount: Money
  /** The gateway's id of the payment, where there is one: webhooks name it. */
  readonly gatewayId: string | undefined
  readonly test: boolean
}

/** A payment gateway at which payments are begun: the port that its adapters fill. */
export interface CheckoutGateway {
  /** Whether a credential has all that is needed to begin payments. */
  accepts(settings: GatewayAccount['settings'], hasToken: boolean): boolean
  /** @throws Problem `invalid_request` for an amount that the gateway refuses, or that of a provider */
  begin(checkout: Checkout, account: GatewayAccount): Promise<BegunCheckout>
  state(reference: string, account: GatewayAccount): Promise<CheckoutState>
}

/** A donor chooses what a payment holds, so its refusal is no failure of the gateway, and no alarm counts it. */
export const paymentRefused = (gateway: string): Problem =>
  new Problem('invalid_request', 'The gateway refuses the payment.', {
    errors: [{ in: 'body', pointer: '', code: 'refused', detail: `refused by ${gateway}` }],
  })

/** How gateways refuse a request while they handle the same one, and more than they take. */
export const busyStatuses: ReadonlySet<number> = new Set([409, 429])

/** Who asks for the same at once, or too often, is told so: neither is a failure of the gateway. */
export const gatewayBusy = (gateway: string): Problem =>
  new Problem('rate_limited', `${gateway} handles this payment already, or takes no more requests now.`, {
    retryAfter: 1,
  })

/** A payment that its gateway has forgotten, or that is of another account than the present token's. */
export const unknownPayment = (): Problem => new Problem('not_found', 'There is no such payment.')

/** The most UTF-16 code units of a value of metadata: 500 at Stripe, 512 at YooKassa. */
export const longestMetadata = 500
