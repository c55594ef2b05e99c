import { createHash } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Commit } from '../contract/handle.ts'
import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { tableName } from '../env.ts'
import { applyWrites, errorFromRefusals } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import type { Render, Rendered } from './answers.ts'

/** Seconds that an answer is kept. */
const retention = 24 * 60 * 60
const longestKey = 255
const printable = /^[\x20-\x7e]+$/

/** A request that carries an `Idempotency-Key`: the id of its record and the digest of what it asks. */
interface KeyedRequest {
  readonly id: string
  readonly fingerprint: string
}

/** A repetition was recognized: the answer that the first request got, byte for byte. */
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
  if (key.length >= 1 && key.length <= longestKey && printable.test(key)) return key
  const errors = [
    {
      in: 'header',
      pointer: '/idempotency-key',
      detail: `1 to ${longestKey} printable ASCII characters, quoted or not`,
    },
  ] as const
  throw new Problem('invalid_request', 'The Idempotency-Key is not acceptable.', { errors })
}

/**
 * The identity of a keyed request (draft-ietf-httpapi-idempotency-key-header): keys of different recipients or operations never meet,
 * and the record's id spreads over all partitions.
 */
const keyedRequest = (headerValue: string, recipientId: string, operationId: string, body: string): KeyedRequest => {
  const key = keyFromHeader(headerValue)
  return {
    id: createHash('sha256')
      .update(JSON.stringify([recipientId, operationId, key]))
      .digest('base64url'),
    fingerprint: createHash('sha256').update(body).digest('base64url'),
  }
}

const replayOrProblem = (item: Item, { fingerprint }: KeyedRequest): Error =>
  item['fingerprint'] === fingerprint
    ? new Replay(item)
    : new Problem('idempotency_key_reused', 'This Idempotency-Key was used for a request with another body.')

const recordWrite = ({ id, fingerprint }: KeyedRequest, { body, headers }: Rendered, now: number): Write => ({
  operation: {
    Put: {
      TableName: tableName('idempotency'),
      Item: { id, fingerprint, body, headers, expiresAt: now + retention },
      // DynamoDB deletes expired items days late, so their expiry is checked here.
      ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': now },
    },
  },
  repeatable: false,
})

const epochSeconds = (): number => Math.floor(Date.now() / 1000)

/** What the wrapper knows of a request that is about to change something. */
interface CommitContext {
  readonly idempotencyKey: string | undefined
  readonly recipientId: string
  readonly operationId: string
  /** The request body as text. */
  readonly body: string
  readonly render: Render
}

export interface Transaction {
  readonly commit: Commit
  /**
   * The recorded answer of a keyed request that failed before it could commit: the first attempt may have changed what the handler
   * now finds (its code is spent, its item is gone). Read on that path alone, so that the normal one stays a single round trip.
   */
  readonly recorded: () => Promise<Error | undefined>
}

/** Opens the transaction of each request of a function. */
export type Commits = (context: CommitContext) => Transaction

/** Commits to the store behind `client`. */
export const commitTo =
  (client: DynamoDBDocumentClient): Commits =>
  (context) => {
    const { idempotencyKey, recipientId, operationId, body, render } = context
    const keyed =
      idempotencyKey === undefined ? undefined : keyedRequest(idempotencyKey, recipientId, operationId, body)
    return {
      commit: async (writes, answer) => {
        const record = keyed === undefined ? [] : [recordWrite(keyed, render(answer), epochSeconds())]
        const refusals = await applyWrites(client, [...writes, ...record])
        if (refusals.length === 0) return answer
        const recorded = refusals.find(({ index }) => index === writes.length)?.item
        if (keyed !== undefined && recorded !== undefined) throw replayOrProblem(recorded, keyed)
        throw errorFromRefusals(writes, refusals)
      },
      recorded: async () => {
        if (keyed === undefined) return undefined
        const item = await getItem(client, { TableName: tableName('idempotency'), Key: { id: keyed.id } })
        return item === undefined || Number(item['expiresAt']) <= epochSeconds()
          ? undefined
          : replayOrProblem(item, keyed)
      },
    }
  }
