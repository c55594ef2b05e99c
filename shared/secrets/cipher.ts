import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms'
import { send } from '../aws/send.ts'
import { Problem } from '../contract/problem.ts'
import type { SealedTable } from '../contract/resources.ts'
import { log, loggedError } from '../log.ts'

/**
 * What a ciphertext is bound to, which is no secret: its row, such as `{ recipientId, tokenId }`, and its field there. A function's role
 * may decrypt the fields of the tables that its `access` names.
 */
export interface EncryptionContext extends Readonly<Record<string, string>> {
  readonly recipientId: string
  readonly field: `${SealedTable}.${string}`
}

/** What KMS answers for a ciphertext that is damaged or in the wrong place, and for a key that is switched off. */
const unreadableNames: ReadonlySet<string> = new Set([
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'DisabledException',
  'KMSInvalidStateException',
])

const isUnreadable = (error: unknown): boolean => error instanceof Error && unreadableNames.has(error.name)

/** Seconds that a client is told to wait: an operator has to look after it. */
const retryAfter = 60

const unreadable = ({ recipientId, field }: EncryptionContext, cause: unknown): Problem => {
  log('ERROR', 'unreadable secret', { recipientId, code: field, error: loggedError(cause) })
  return new Problem('store_unavailable', 'A secret that is stored cannot be read.', { retryAfter, cause })
}

/** Encrypts secrets at rest, each bound to its row and field. */
export interface Cipher {
  encrypt(secret: string, context: EncryptionContext): Promise<Uint8Array>
  /** @throws Problem `store_unavailable` when the ciphertext was made for another row or field, or changed */
  decrypt(ciphertext: Uint8Array, context: EncryptionContext): Promise<string>
}

/**
 * A cipher whose key never leaves KMS. KMS itself rather than data keys: a secret fits one call, one call is what a data key would
 * cost too, and no key material is ever in the function. Nothing is kept in plain between invocations.
 */
export const kmsCipher = (client: KMSClient, keyId: string): Cipher => ({
  encrypt: async (secret, context) => {
    const command = new EncryptCommand({
      KeyId: keyId,
      Plaintext: Buffer.from(secret),
      EncryptionContext: { ...context },
    })
    const { CiphertextBlob } = await send((options) => client.send(command, options))
    if (CiphertextBlob === undefined) throw new Error('KMS answered without a ciphertext')
    return CiphertextBlob
  },

  decrypt: async (ciphertext, context) => {
    const command = new DecryptCommand({ KeyId: keyId, CiphertextBlob: ciphertext, EncryptionContext: { ...context } })
    const { Plaintext } = await send((options) => client.send(command, options)).catch((error: unknown) => {
      throw isUnreadable(error) ? unreadable(context, error) : error
    })
    if (Plaintext === undefined) throw new Error('KMS answered without a plaintext')
    return Buffer.from(Plaintext).toString()
  },
})
