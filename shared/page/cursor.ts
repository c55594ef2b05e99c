import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { Problem } from '../contract/problem.ts'
import { type DerivedKey, derivedKey } from '../secrets/derivedKey.ts'
import type { ItemKey, Position } from '../store/slice.ts'

/** The only query for which a cursor is valid: that of one recipient and one operation. */
export interface CursorScope {
  readonly recipientId: string
  readonly operationId: string
  /** The members of the query that decide which items are listed in which order. */
  readonly query: unknown
}

const scopeDigest = ({ recipientId, operationId, query }: CursorScope): string =>
  createHash('sha256')
    .update(JSON.stringify([recipientId, operationId, query]))
    .digest('base64url')

const signature = (key: Uint8Array, payload: string): Buffer => createHmac('sha256', key).update(payload).digest()

/** An opaque text that holds a position, and is valid only for the same recipient and query. */
export const sealCursor = (key: Uint8Array, scope: CursorScope, { offset, after, numbered }: Position): string => {
  const payload = Buffer.from(JSON.stringify([scopeDigest(scope), offset, after ?? null, numbered])).toString(
    'base64url',
  )
  return `${payload}.${signature(key, payload).toString('base64url')}`
}

const rejected = (): Problem =>
  new Problem('invalid_request', 'The cursor does not belong to this query.', {
    errors: [{ in: 'query', pointer: '/cursor', detail: 'not a cursor of this list, this caller and this query' }],
  })

/** The position in a cursor. A forged one, and that of another recipient or query, raises `invalid_request`. */
export const openCursor = <Key extends ItemKey>(key: Uint8Array, scope: CursorScope, cursor: string): Position<Key> => {
  // Stryker disable next-line StringLiteral: a split text has a first part, and neither default is the code of one.
  const [payload = '', mac = '', ...rest] = cursor.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = signature(key, payload)
  // The texts are compared too, because base64url has several spellings of the same bytes.
  if (
    rest.length > 0 ||
    given.length !== expected.length ||
    !timingSafeEqual(given, expected) ||
    mac !== expected.toString('base64url')
  )
    throw rejected()
  const [digest, offset, after, numbered] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    string,
    number,
    Key | null,
    number | null,
  ]
  if (digest !== scopeDigest(scope)) throw rejected()
  return { offset, ...(after !== null && { after }), ...(numbered !== null && { numbered }) }
}

export type CursorKey = DerivedKey

export const cursorKeyFrom = (client: KMSClient, keyId: string): CursorKey =>
  derivedKey(client, keyId, 'streaming-support/cursor/v1')
