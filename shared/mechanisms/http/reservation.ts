import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { tableName } from '../../runtime/env.ts'
import { randomId } from '../../runtime/ids.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { applyWrites } from '../store/commit.ts'
import { anyOf, type Condition, put, remove } from '../store/writes.ts'
import { type KeyedRequest, replayOrProblem } from './keyedRequest.ts'

/** Seconds by which a reservation outlives its invocation, which may commit until its end. */
const marginSeconds = 2
/** Seconds for which a reservation holds where the invocation has no deadline. */
const longestSeconds = 60

/** A record may be written if there is none, if the present one has expired, or if it is this reservation. */
export const unclaimed = (now: number, reservation: string): Condition =>
  anyOf(
    { if: 'attribute_not_exists(id)' },
    // DynamoDB may delete an expired item days later.
    { if: 'expiresAt <= :now', values: { now } },
    { if: 'reservation = :mine', values: { mine: reservation } },
  )

const reservationPut = (keyed: KeyedRequest, reservation: string, now: number): Write => {
  const seconds = Math.min(longestSeconds, Math.ceil(remainingMs() / 1000))
  const item = { ...keyed, reservation, expiresAt: now + seconds + marginSeconds }
  return put(tableName('idempotency'), item, { when: unclaimed(now, reservation), repeatable: true })
}

/** Releases the key, unless an answer was recorded meanwhile: a recorded answer has no attribute `reservation`. */
const release = ({ recipientId, id }: KeyedRequest, reservation: string): Write =>
  remove(
    tableName('idempotency'),
    { recipientId, id },
    { when: { if: 'reservation = :mine', values: { mine: reservation } }, repeatable: true },
  )

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
      const [refusal] = await applyWrites(client, [reservationPut(keyed, id, now)])
      if (refusal !== undefined) throw replayOrProblem(refusal.item ?? {}, keyed, now)
      try {
        return await handle()
      } catch (error) {
        // The request's own failure is reported; the claim expires by itself.
        await applyWrites(client, [release(keyed, id)]).catch(() => undefined)
        throw error
      }
    },
  }
}
