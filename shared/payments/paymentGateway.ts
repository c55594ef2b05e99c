import type { Webhook } from '../webhooks/webhook.ts'
import type { PaymentReport } from './paymentReport.ts'

/** What the recipient has told of his account at a gateway. */
export interface GatewayAccount {
  /** The secret that webhooks are signed with; for a day after it was replaced, the one before too. */
  readonly secrets: readonly string[]
  readonly token: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
}

/** A genuine message that says nothing about a payment, or nothing that is acted on. */
export interface UnusedEvent {
  readonly unusedType: string
}

/** A payment gateway as a sender of webhooks: the port that its adapters fill. */
export interface PaymentGateway {
  /**
   * What a webhook says, once it is known to be genuine.
   *
   * @throws Problem `signature_rejected`; `malformed_body` and `invalid_request` for a genuine one that is not understood; or that of a provider
   */
  read(webhook: Webhook, account: GatewayAccount): Promise<PaymentReport | UnusedEvent>
}
