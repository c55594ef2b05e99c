import { createHash } from 'node:crypto'
import { Problem } from '../../contract/problem.ts'
import type { Item } from '../../contract/write.ts'

const longestKey = 255
const printable = /^[\x20-\x7e]+$/

/** A request that carries an `Idempotency-Key`: the key of its record and the digest of its body. */
export interface KeyedRequest {
  readonly recipientId: string
  readonly id: string
  readonly fingerprint: string
}

/** The request is a repetition. Carries the first request's answer, byte for byte. */
export class Replay extends Error {
  override readonly name = 'Replay'
  readonly body: string
  readonly headers: Readonly<Record<string, string>>

  constructor(item: Item) {
    super('the request is a repetition')
    this.body = String(item['body'])
    this.headers = item['headers'] as Readonly<Record<string, string>>
  }
}

const keyFromHeader = (value: string): string => {
  const key = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
  if (key.length <= longestKey && printable.test(key)) return key
  const errors = [
    {
      in: 'header',
      pointer: '/idempotency-key',
      code: 'format',
      detail: `1 to ${longestKey} printable ASCII characters, quoted or not`,
    },
  ] as const
  throw new Problem('invalid_request', 'The Idempotency-Key is not valid.', { errors })
}

/** What decides, besides its key, whether a request repeats another one. */
interface KeyScope {
  readonly recipientId: string
  /** Who acts for the recipient. */
  readonly memberId?: string | undefined
  readonly operationId: string
  readonly body: string
}

/**
 * The identity of a keyed request (draft-ietf-httpapi-idempotency-key-header). Equal keys of different recipients,
 * members or operations have different records. A recipient's records are its own partition, so that an erasure reads
 * them alone.
 */
export const keyedRequest = (
  headerValue: string,
  { recipientId, memberId, operationId, body }: KeyScope,
): KeyedRequest => {
  const key = keyFromHeader(headerValue)
  return {
    recipientId,
    id: createHash('sha256')
      .update(JSON.stringify([operationId, key].concat(memberId ?? [])))
      .digest('base64url'),
    fingerprint: createHash('sha256').update(body).digest('base64url'),
  }
}

/** The recorded answer for a request with the same key, or the problem why there is none. */
export const replayOrProblem = (item: Item, { fingerprint }: KeyedRequest, now: number): Error => {
  if (item['fingerprint'] !== fingerprint)
    return new Problem('idempotency_key_reused', 'This Idempotency-Key was used for a request with another body.')
  if (item['body'] !== undefined) return new Replay(item)
  const retryAfter = Number(item['expiresAt']) - now
  return new Problem('request_in_progress', 'The first request with this Idempotency-Key has no answer yet.', {
    retryAfter,
  })
}
