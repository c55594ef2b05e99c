import type { Webhook } from '../../mechanisms/webhooks/webhook.ts'
import type { PaymentReport } from './paymentReport.ts'

export interface GatewayAccount {
  /** The secret that signs webhooks, and for a day after a rotation the previous one too. */
  readonly secrets: readonly string[]
  readonly token: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
}

/** A genuine message that is not about a payment, or has no effect here. */
export interface UnusedEvent {
  readonly unusedType: string
  /** What the recipient has to change at the gateway, where such messages mean that payments do not come. */
  readonly advice?: string
  /** The gateway was asked, and nothing came of it. */
  readonly isVain?: true
}

/** A payment gateway as a sender of webhooks: the port that its adapters fill. */
export interface PaymentGateway {
  /** Whether a webhook is verified by a request to the gateway, which strangers could cause. */
  readonly isAsked?: true
  /** Whether a credential of this name is the gateway's, and not a bridge's. Absent where it always is. */
  isFor?(settings: GatewayAccount['settings']): boolean
  /**
   * Refuses a credential that lacks a part without which no webhook can be verified, before its secrets are opened.
   * Absent where any credential will do.
   *
   * @throws Problem `provider_not_configured`
   */
  refuseIncomplete?(settings: GatewayAccount['settings'], hasToken: boolean): void
  /**
   * Verifies a webhook, and returns its content.
   *
   * @throws Problem `signature_rejected`; `malformed_body` and `invalid_request` for a genuine one that is not
   * understood; or that of a provider
   */
  read(webhook: Webhook, account: GatewayAccount): Promise<PaymentReport | UnusedEvent>
}
