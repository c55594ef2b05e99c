import type { Webhook } from '../webhooks/webhook.ts'
import type { ChannelEvent } from './streamEvent.ts'

/** What a genuine webhook of a platform says. */
export type PlatformMessage =
  /** A text to give back, as the proof that this address wants the events. */
  | { readonly kind: 'challenge'; readonly text: string }
  /** Nothing that is acted on. */
  | { readonly kind: 'unused' }
  /** The platform sends no more of these. */
  | { readonly kind: 'revoked' }
  /** An event of a platform's account, whose recipient is looked up. */
  | {
      readonly kind: 'account'
      readonly messageId: string
      readonly accountId: string
      readonly event: ChannelEvent
    }
  /** An event whose recipient is named by a sender who is trusted with it. */
  | {
      readonly kind: 'recipient'
      readonly messageId: string
      readonly recipientId: string
      readonly channel: string
      readonly event: ChannelEvent
    }

/** A platform as a sender of webhooks: the port that its adapters fill. */
export interface PlatformEvents {
  /**
   * What a webhook says, once it is known to be genuine.
   *
   * @throws Problem `signature_rejected`; `malformed_body` and `invalid_request` for a genuine one that is not understood; or that of a provider
   */
  read(webhook: Webhook): Promise<PlatformMessage>
}
