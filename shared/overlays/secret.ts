import { createHash } from 'node:crypto'

/** The hash of a secret, which is stored in its place. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Whether a text has the form of a secret or of a hash, which is the same. Other texts are not looked up. */
export const isSecretLike = (text: string): boolean => /^[\w-]{43}$/.test(text)
