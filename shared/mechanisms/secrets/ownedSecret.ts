import { createHash } from 'node:crypto'
import { newSecret, shortId } from '../../runtime/ids.ts'

/**
 * The key of an item that is found by a secret alone: the owner's digest, which is the beginning of the secret, and the
 * hash of the whole.
 */
export interface SecretKey {
  readonly owner: string
  readonly secretHash: string
}

/** The hash of a secret, which is stored in its place. A plain hash suffices for 256 random bits. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/**
 * The partition of a recipient's items that are found by a secret. A secret passes through addresses and chats, so it
 * has a digest instead of the id.
 */
export const ownerOf = (recipientId: string): string => shortId(recipientId)

/** 16 characters of its owner and 256 random bits. A deep link of Telegram takes 64 characters. */
export const newOwnedSecret = (recipientId: string): string => `${ownerOf(recipientId)}${newSecret()}`

/** The key of a secret; undefined for a text of another form, which is not looked up. */
export const secretKeyOf = (text: string): SecretKey | undefined => {
  const [, owner] = /^([\w-]{16})[\w-]{43}$/.exec(text) ?? []
  return owner === undefined ? undefined : { owner, secretHash: secretHash(text) }
}

/** The key of a secret that was just made. */
export const newSecretKey = (recipientId: string, secret: string): SecretKey => ({
  owner: ownerOf(recipientId),
  secretHash: secretHash(secret),
})
