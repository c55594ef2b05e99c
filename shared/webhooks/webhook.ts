import { Problem } from '../contract/problem.ts'

/** A received webhook, not yet verified. */
export interface Webhook {
  readonly rawBody: Uint8Array
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly receivedAt: Date
}

/**
 * The same answer to every webhook that cannot be verified: a wrong signature, no secret, an unknown credential, an unknown recipient.
 *
 * @param sender the expected signer
 */
export const signatureRejected = (
  sender: 'a gateway of this recipient' | 'this platform' | 'this messenger',
): Problem => new Problem('signature_rejected', `The webhook is not signed by ${sender}.`)
