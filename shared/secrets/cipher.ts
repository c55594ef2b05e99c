import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms'
import { send } from '../store/send.ts'

/** What a ciphertext is bound to: the row that it belongs to, such as `{ recipientId, tokenId }`. It is no secret. */
export type EncryptionContext = Readonly<Record<string, string>>

/** Encrypts secrets at rest, each bound to its row. */
export interface Cipher {
  encrypt(secret: string, context: EncryptionContext): Promise<Uint8Array>
  /** @throws when the ciphertext was made for another row, or changed */
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
    const { Plaintext } = await send((options) => client.send(command, options))
    if (Plaintext === undefined) throw new Error('KMS answered without a plaintext')
    return Buffer.from(Plaintext).toString()
  },
})
