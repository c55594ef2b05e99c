import { randomUUID } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { tableName } from '../env.ts'
import { remainingMilliseconds } from '../invocation.ts'
import { applyWrites } from '../store/commit.ts'
import { epochSeconds, type KeyedRequest, replayOrProblem } from './keyedRequest.ts'

/** Seconds by which a reservation outlives its invocation, so that none is taken over while its owner may still commit. */
const margin = 2
/** Seconds that a reservation holds where the invocation has no end. */
const longest = 60

/** The condition under which a record may be written: there is none, it has expired, or it is this reservation. */
export const unclaimed = 'attribute_not_exists(id) OR expiresAt <= :now OR reservation = :mine'

const reservationWrite = ({ id, fingerprint }: KeyedRequest, reservation: string, now: number): Write => {
  const seconds = Math.min(longest, Math.ceil(remainingMilliseconds() / 1000))
  return {
    operation: {
      Put: {
        TableName: tableName('idempotency'),
        Item: { id, fingerprint, reservation, expiresAt: now + seconds + margin },
        ConditionExpression: unclaimed,
        ExpressionAttributeValues: { ':now': now, ':mine': reservation },
      },
    },
    repeatable: true,
  }
}

/** Gives the key free again, unless an answer was recorded meanwhile: the record of an answer names no reservation. */
const releaseWrite = ({ id }: KeyedRequest, reservation: string): Write => ({
  operation: {
    Delete: {
      TableName: tableName('idempotency'),
      Key: { id },
      ConditionExpression: 'reservation = :mine',
      ExpressionAttributeValues: { ':mine': reservation },
    },
  },
  repeatable: true,
})

export interface Reservation {
  readonly id: string
  /** Runs what must happen once for the key; gives the key free again if it fails. */
  run<Answer>(handle: () => Promise<Answer>): Promise<Answer>
}

/**
 * Claims a key before its request is handled: for requests that have an effect elsewhere before they commit. A second request finds
 * the claim (409) or the answer. The claim of an invocation that died ends when that would have ended.
 */
export const reservationFor = (client: DynamoDBDocumentClient, keyed: KeyedRequest): Reservation => {
  const id = randomUUID()
  return {
    id,
    run: async (handle) => {
      const now = epochSeconds()
      const [refusal] = await applyWrites(client, [reservationWrite(keyed, id, now)])
      if (refusal !== undefined) throw replayOrProblem(refusal.item ?? {}, keyed, now)
      try {
        return await handle()
      } catch (error) {
        // The request's own failure is the one to tell; the claim ends by itself.
        await applyWrites(client, [releaseWrite(keyed, id)]).catch(() => undefined)
        throw error
      }
    },
  }
}
