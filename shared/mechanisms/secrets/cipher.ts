import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms'
import { Problem } from '../../contract/problem.ts'
import { cached } from '../../runtime/cached.ts'
import { keyArn } from '../../runtime/env.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { send } from '../aws/send.ts'
import { type EncryptionContext, earlierContexts } from './encryptionContexts.ts'

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
  return new Problem('store_unavailable', 'The service cannot read a stored secret.', { retryAfter, cause })
}

/** Encrypts secrets at rest, each bound to its item and field. */
export interface Cipher {
  encrypt(secret: string, context: EncryptionContext): Promise<Uint8Array>
  /** @throws Problem `store_unavailable` when the ciphertext was made for another item or field, or was changed */
  decrypt(ciphertext: Uint8Array, context: EncryptionContext): Promise<string>
}

/** Stores a secret that was sealed anew in place of its former ciphertext. */
export type Renew = (context: EncryptionContext, former: Uint8Array, renewed: Uint8Array) => Promise<unknown>

const given = (bytes: Uint8Array | undefined): Uint8Array => {
  if (bytes === undefined) throw new Error('KMS answered with nothing')
  return bytes
}

/** A ciphertext that was not made for the context, or was damaged. */
const isOfAnotherContext = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidCiphertextException'

/** A secret that cannot be renewed is open all the same. */
const logFailedRenewal = ({ recipientId, field }: EncryptionContext, error: unknown): void =>
  log('WARN', 'secret not renewed', { recipientId, code: field, error: loggedError(error) })

/**
 * A cipher whose key never leaves KMS. It calls KMS instead of using data keys: a secret fits one call, a data key
 * would need one call too, and no key material is ever in the function. A secret of a former release is opened with the
 * context of its time, and sealed with the present one.
 *
 * @param renew stores the new ciphertexts of such secrets
 */
export const kmsCipher = (
  client: KMSClient,
  keyId = keyArn('secrets'),
  renew?: Renew,
  earlier = earlierContexts,
): Cipher => {
  const encrypt: Cipher['encrypt'] = async (secret, context) => {
    const command = new EncryptCommand({
      KeyId: keyId,
      Plaintext: Buffer.from(secret),
      EncryptionContext: { ...context },
    })
    const { CiphertextBlob } = await send((options) => client.send(command, options))
    return given(CiphertextBlob)
  }

  const open = async (ciphertext: Uint8Array, context: Readonly<Record<string, string>>): Promise<string> => {
    const command = new DecryptCommand({ KeyId: keyId, CiphertextBlob: ciphertext, EncryptionContext: { ...context } })
    const { Plaintext } = await send((options) => client.send(command, options))
    return Buffer.from(given(Plaintext)).toString()
  }

  const openFormer = async (ciphertext: Uint8Array, context: EncryptionContext, cause: unknown): Promise<string> => {
    for (const contextOf of earlier[context.field] ?? []) {
      const secret = await open(ciphertext, contextOf(context)).catch((error: unknown) => {
        if (!isOfAnotherContext(error)) throw error
      })
      if (secret === undefined) continue
      const renewal = renew && encrypt(secret, context).then((renewed) => renew(context, ciphertext, renewed))
      await renewal?.catch((error: unknown) => logFailedRenewal(context, error))
      return secret
    }
    throw cause
  }

  return {
    encrypt,
    decrypt: (ciphertext, context) =>
      open(ciphertext, context)
        .catch((error: unknown) => {
          if (!isOfAnotherContext(error)) throw error
          return openFormer(ciphertext, context, error)
        })
        .catch((error: unknown) => {
          throw isUnreadable(error) ? unreadable(context, error) : error
        }),
  }
}

/** Milliseconds for which a secret stays open; a disabled key is in force after them. */
export const openMs = 10 * 60 * 1000

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
