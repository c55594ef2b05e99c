import { createHash, randomBytes } from 'node:crypto'

/** A new secret: 256 random bits as 43 characters that need no escape in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/** Whether a text can be a secret or the hash of one, which look alike: what cannot be is not looked up. */
export const isSecretLike = (text: string): boolean => /^[\w-]{43}$/.test(text)
