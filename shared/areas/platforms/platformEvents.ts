import type { Webhook } from '../../mechanisms/webhooks/webhook.ts'
import type { AudienceEvent } from './audienceEvent.ts'
import type { ChannelEvent } from './streamEvent.ts'

/** The content of a genuine webhook of a platform. */
export type PlatformMessage =
  /** A text to return, which proves that this address accepts the event of the account. */
  | { readonly kind: 'challenge'; readonly text: string; readonly accountId: string; readonly event: string }
  /** A message without an effect here. */
  | { readonly kind: 'unused' }
  /** The platform has ended the subscription to the event of the account, for a reason of its own. */
  | { readonly kind: 'revoked'; readonly accountId: string; readonly event: string; readonly reason: string }
  /** An event of a platform's account, whose recipient is looked up. */
  | {
      readonly kind: 'account'
      readonly messageId: string
      readonly accountId: string
      readonly event: ChannelEvent
    }
  /** An event of the audience of a platform's account. */
  | {
      readonly kind: 'audience'
      readonly messageId: string
      readonly accountId: string
      readonly event: AudienceEvent
    }
  /** An event that names its recipient, from a trusted sender. */
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
   * Verifies a webhook, and returns its content.
   *
   * @throws Problem `signature_rejected`; `malformed_body` and `invalid_request` for a genuine one that is not
   *   understood; or that of a provider
   */
  read(webhook: Webhook): Promise<PlatformMessage>
}
