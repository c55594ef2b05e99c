import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** A new identifier: UUIDv7 (RFC 9562, section 5.7). Ids sort by their time, also within one call. */
export const newId = (): string => v7()

/** A unique name for a state, attempt or claim: UUIDv4, which does not reveal the time. */
export const randomId = (): string => randomUUID()

/** A new secret: 256 random bits, which nobody guesses, as 43 characters that need no escape in a URL. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const digestOf = (kind: string, key: readonly string[]): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, ...key]))
    .digest()
    .subarray(0, 16)

const versionEight = (bytes: Buffer): string => {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/**
 * An identifier derived from a natural key: a UUIDv8 (RFC 9562, section 5.8) of a SHA-256. The same key gives the same
 * id everywhere, so a repetition addresses the same item without a read, and no marker has to record that the item
 * exists.
 */
export const derivedId = (kind: string, ...key: readonly string[]): string => versionEight(digestOf(kind, key))

/** The same with an instant's milliseconds in front, as in a UUIDv7, for sorting; the instant belongs to the key. */
export const timedDerivedId = (instant: string, kind: string, ...key: readonly string[]): string => {
  const bytes = digestOf(kind, key)
  bytes.writeUIntBE(Math.max(0, Date.parse(instant)), 0, 6)
  return versionEight(bytes)
}

/** 96 bits of a SHA-256 in 16 characters. It is unique enough to distinguish entries within one item. */
export const shortId = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)
