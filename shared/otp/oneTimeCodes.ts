import { createHash } from 'node:crypto'
import type { EncryptionContext } from '../secrets/cipher.ts'

/** A code is valid for this time. */
export const codeSeconds = 600

/** Whether a text has the form of a code; the store is not asked for any other. */
export const isOneTimeCode = (text: string): boolean => /^[\w-]{43}$/.test(text)

/**
 * The stored form of a code. A plain hash suffices for 256 random bits.
 */
export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** Binds a deposited token to its recipient and its code: moved to another row, it does not decrypt. */
export const depositContext = (recipientId: string, codeHash: string): EncryptionContext => ({
  recipientId,
  codeHash,
  field: 'oneTimeCodes.refreshToken',
})
