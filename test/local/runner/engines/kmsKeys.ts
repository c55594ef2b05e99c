import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyResource } from '../deployment.ts'
import { replaceFile } from '../replaceFile.ts'

export type EncryptionContext = Readonly<Record<string, string>>

/** A key of the template with its material. */
export interface LocalKey extends KeyResource {
  encrypt(plaintext: Buffer, context: EncryptionContext): Buffer
  /** Returns undefined when the ciphertext belongs to another key, was changed, or was made with another context. */
  decrypt(ciphertext: Buffer, context: EncryptionContext): Buffer | undefined
  mac(message: Buffer): Buffer
}

const version = 1
const ivLength = 12
const tagLength = 16

/** The context in one canonical form, so that the order of its members does not matter. */
const additionalData = (context: EncryptionContext) =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([left], [right]) => (left < right ? -1 : 1))))

/** A ciphertext begins with a version and the key's id, so that Decrypt needs no key: `version, length, id, iv, tag, content`. */
const prefix = (keyId: string) => Buffer.concat([Buffer.from([version, keyId.length]), Buffer.from(keyId, 'latin1')])

/** The id of the key that made a ciphertext. */
export const keyIdOf = (ciphertext: Buffer): string | undefined => {
  const [found, length] = ciphertext
  if (found !== version || length === undefined) return undefined
  if (ciphertext.length < 2 + length + ivLength + tagLength) return undefined
  return ciphertext.toString('latin1', 2, 2 + length)
}

/** Reads the key's material from its file, which only the owner may read, or creates both. */
const materialOf = (keyId: string, folder: string | 'memory'): Buffer => {
  if (folder === 'memory') return randomBytes(32)
  const file = join(folder, `${keyId}.key`)
  if (existsSync(file)) return readFileSync(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const material = randomBytes(32)
  replaceFile(file, material, 0o600)
  return material
}

/** Opens a key with AES-256-GCM, as KMS does for `SYMMETRIC_DEFAULT`. */
export const openKey = (key: KeyResource, folder: string | 'memory'): LocalKey => {
  const material = materialOf(key.keyId, folder)
  const head = prefix(key.keyId)
  return {
    ...key,
    encrypt(plaintext, context) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', material, iv).setAAD(additionalData(context))
      const content = Buffer.concat([cipher.update(plaintext), cipher.final()])
      return Buffer.concat([head, iv, cipher.getAuthTag(), content])
    },
    decrypt(ciphertext, context) {
      const sealed = ciphertext.subarray(head.length)
      const iv = sealed.subarray(0, ivLength)
      const tag = sealed.subarray(ivLength, ivLength + tagLength)
      const decipher = createDecipheriv('aes-256-gcm', material, iv, { authTagLength: tagLength })
      decipher.setAuthTag(tag).setAAD(additionalData(context))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
      } catch {
        return undefined
      }
    },
    mac: (message) => createHmac('sha256', material).update(message).digest(),
  }
}
