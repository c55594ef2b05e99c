import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { tableName } from '../env.ts'
import { randomId } from '../ids.ts'
import { remainingMs } from '../invocation.ts'
import { applyWrites } from '../store/commit.ts'
import { systemClock } from '../time/clock.ts'
import { epochSeconds } from '../time/utc.ts'
import { type KeyedRequest, replayOrProblem } from './keyedRequest.ts'

/** Seconds by which a reservation outlives its invocation, which may commit until its end. */
const marginSeconds = 2
/** Seconds for which a reservation holds where the invocation has no deadline. */
const longestSeconds = 60

/** A record may be written if there is none, if the present one has expired, or if it is this reservation. */
export const unclaimed = 'attribute_not_exists(id) OR expiresAt <= :now OR reservation = :mine'

const reservationWrite = (keyed: KeyedRequest, reservation: string, now: number): Write => {
  const seconds = Math.min(longestSeconds, Math.ceil(remainingMs() / 1000))
  return {
    operation: {
      Put: {
        TableName: tableName('idempotency'),
        Item: { ...keyed, reservation, expiresAt: now + seconds + marginSeconds },
        ConditionExpression: unclaimed,
        ExpressionAttributeValues: { ':now': now, ':mine': reservation },
      },
    },
    repeatable: true,
  }
}

/** Releases the key, unless an answer was recorded meanwhile: a recorded answer has no attribute `reservation`. */
const releaseWrite = ({ recipientId, id }: KeyedRequest, reservation: string): Write => ({
  operation: {
    Delete: {
      TableName: tableName('idempotency'),
      Key: { recipientId, id },
      ConditionExpression: 'reservation = :mine',
      ExpressionAttributeValues: { ':mine': reservation },
    },
  },
  repeatable: true,
})

export interface Reservation {
  readonly id: string
  /** Runs work that must happen once for the key, and releases the key if that fails. */
  run<Answer>(handle: () => Promise<Answer>): Promise<Answer>
}

/**
 * Claims a key before its request is handled, for requests that have an effect elsewhere before they commit. A second
 * request finds the claim (409) or the answer. The claim of a dead invocation expires shortly after that invocation's
 * deadline.
 */
export const reservationFor = (
  client: DynamoDBDocumentClient,
  keyed: KeyedRequest,
  clock = systemClock,
): Reservation => {
  const id = randomId()
  return {
    id,
    run: async (handle) => {
      const now = epochSeconds(clock())
      const [refusal] = await applyWrites(client, [reservationWrite(keyed, id, now)])
      if (refusal !== undefined) throw replayOrProblem(refusal.item ?? {}, keyed, now)
      try {
        return await handle()
      } catch (error) {
        // The request's own failure is reported; the claim expires by itself.
        await applyWrites(client, [releaseWrite(keyed, id)]).catch(() => undefined)
        throw error
      }
    },
  }
}
