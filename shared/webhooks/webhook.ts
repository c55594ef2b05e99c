import { Problem } from '../contract/problem.ts'

/** A webhook as it came. */
export interface Webhook {
  readonly rawBody: Uint8Array
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly receivedAt: Date
}

/**
 * The one answer to every webhook that is not known to be genuine: a wrong signature, no secret, no such credential, no such recipient.
 *
 * @param sender who should have signed it
 */
export const signatureRejected = (
  sender: 'a gateway of this recipient' | 'this platform' | 'this messenger',
): Problem => new Problem('signature_rejected', `The webhook is not signed by ${sender}.`)
