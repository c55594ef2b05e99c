import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms'
import { send } from '../aws/send.ts'
import { cached } from '../cached.ts'
import { Problem } from '../contract/problem.ts'
import type { SealedTable } from '../contract/resources.ts'
import { log, loggedError } from '../log.ts'

/**
 * The place to which a ciphertext is bound, which is not secret: its item, such as `{ recipientId, tokenId }`, and its
 * field. A function's role may decrypt the fields of the tables that its `access` names.
 */
export interface EncryptionContext extends Readonly<Record<string, string>> {
  readonly recipientId: string
  readonly field: `${SealedTable}.${string}`
}

/** KMS's errors for a ciphertext that is damaged or in the wrong place, and for a disabled key. */
const unreadableNames: ReadonlySet<string> = new Set([
  'InvalidCiphertextException',
  'IncorrectKeyException',
  'DisabledException',
  'KMSInvalidStateException',
])

const isUnreadable = (error: unknown): boolean => error instanceof Error && unreadableNames.has(error.name)

/** The client's `Retry-After` in seconds. An operator has to repair the secret. */
const retryAfter = 60

const unreadable = ({ recipientId, field }: EncryptionContext, cause: unknown): Problem => {
  log('ERROR', 'unreadable secret', { recipientId, code: field, error: loggedError(cause) })
  return new Problem('store_unavailable', 'A stored secret cannot be read.', { retryAfter, cause })
}

/** Encrypts secrets at rest, each bound to its item and field. */
export interface Cipher {
  encrypt(secret: string, context: EncryptionContext): Promise<Uint8Array>
  /** @throws Problem `store_unavailable` when the ciphertext was made for another item or field, or was changed */
  decrypt(ciphertext: Uint8Array, context: EncryptionContext): Promise<string>
}

/**
 * A cipher whose key never leaves KMS. It calls KMS instead of using data keys: a secret fits one call, a data key
 * would need one call too, and no key material is ever in the function.
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

/** Milliseconds for which a secret stays open; a disabled key is in force after them. */
const openMs = 10 * 60 * 1000

/**
 * A cipher that opens each ciphertext once in ten minutes of an execution environment, for secrets that come with every
 * request. A replaced secret has another ciphertext, so the one before it is not used in its place.
 */
export const keepingOpen = (cipher: Pick<Cipher, 'decrypt'>): Pick<Cipher, 'decrypt'> => {
  const opened = cached(openMs, (sealed) => {
    const [ciphertext, context] = JSON.parse(sealed) as [string, EncryptionContext]
    return cipher.decrypt(Buffer.from(ciphertext, 'base64'), context)
  })
  return {
    decrypt: (ciphertext, context) => opened(JSON.stringify([Buffer.from(ciphertext).toString('base64'), context])),
  }
}
