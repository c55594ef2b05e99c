import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from '../../contract/problem.ts'

/** A received webhook, not yet verified. */
export interface Webhook {
  readonly rawBody: Uint8Array
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly receivedAt: Date
}

/**
 * The same answer to every webhook that cannot be verified: a wrong signature, no secret, an unknown credential, an
 * unknown recipient.
 *
 * @param sender the expected signer
 */
export const signatureRejected = (
  sender: 'a gateway of this recipient' | 'this platform' | 'this messenger',
): Problem => new Problem('signature_rejected', `The webhook is not signed by ${sender}.`)

/** The event of a webhook was accepted before. */
export class RepeatedEvent extends Error {
  override readonly name = 'RepeatedEvent'
}

/** Whether what is recorded is a repetition, whose effects exist already. */
export const isRepeated = async (recording: Promise<unknown>): Promise<boolean> => {
  try {
    await recording
    return false
  } catch (error) {
    if (!(error instanceof RepeatedEvent)) throw error
    return true
  }
}

const digest = (value: string | Uint8Array): Buffer => createHash('sha256').update(value).digest()

/** Whether two values are equal, in a time that depends neither on where they differ nor on their lengths. */
export const equalsInConstantTime = (left: string | Uint8Array, right: string | Uint8Array): boolean =>
  timingSafeEqual(digest(left), digest(right))
