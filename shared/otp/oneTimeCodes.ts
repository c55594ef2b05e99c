import type { EncryptionContext } from '../secrets/cipher.ts'

/** A code is valid for this time. */
export const codeSeconds = 600

/** Binds a deposited token to its recipient and its code: moved to another row, it does not decrypt. */
export const depositContext = (recipientId: string, codeHash: string): EncryptionContext => ({
  recipientId,
  codeHash,
  field: 'oneTimeCodes.refreshToken',
})
