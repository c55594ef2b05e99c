import { createHash } from 'node:crypto'
import type { KMSClient } from '@aws-sdk/client-kms'
import { Problem } from '../../contract/problem.ts'
import { keyArn } from '../../runtime/env.ts'
import { type DerivedKey, derivedKey } from '../secrets/derivedKey.ts'
import { openSignedText, signedText } from '../secrets/signedText.ts'
import type { ItemKey, Position } from '../store/slice.ts'

/** The only query for which a cursor is valid: that of one recipient, one caller and one operation. */
export interface CursorScope {
  readonly recipientId: string
  /** Who acts for the recipient. */
  readonly memberId?: string | undefined
  readonly operationId: string
  /** The members of the query that decide which items are listed in which order. */
  readonly query: unknown
}

const scopeDigest = ({ recipientId, memberId, operationId, query }: CursorScope): string =>
  createHash('sha256')
    .update(JSON.stringify([recipientId, operationId, query].concat(memberId ?? [])))
    .digest('base64url')

/** An opaque text that holds a position, and is valid only for the same recipient and query. */
export const sealCursor = (key: Uint8Array, scope: CursorScope, { offset, after, numbered }: Position): string =>
  signedText(key, [scopeDigest(scope), offset, after ?? null, numbered])

const rejected = (): Problem =>
  new Problem('invalid_request', 'The cursor does not belong to this query.', {
    errors: [
      {
        in: 'query',
        pointer: '/cursor',
        code: 'not_allowed',
        detail: 'not a cursor of this list, this caller and this query',
      },
    ],
  })

/** The position in a cursor. A forged one, and that of another recipient or query, raises `invalid_request`. */
export const openCursor = <Key extends ItemKey>(key: Uint8Array, scope: CursorScope, cursor: string): Position<Key> => {
  const opened = openSignedText(key, cursor)
  if (opened === undefined) throw rejected()
  const [digest, offset, after, numbered] = opened as [string, number, Key | null, number | null]
  if (digest !== scopeDigest(scope)) throw rejected()
  return { offset, ...(after !== null && { after }), ...(numbered !== null && { numbered }) }
}

export type CursorKey = DerivedKey

export const cursorKeyFrom = (client: KMSClient, keyId = keyArn('cursors')): CursorKey =>
  derivedKey(client, keyId, 'streaming-support/cursor/v1')
