import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { applyWrites } from '../store/commit.ts'
import { Conflict, retryOnConflict } from '../store/retryOnConflict.ts'
import { epochSeconds } from '../time/utc.ts'
import type { Lane, Pace, Turn } from './pace.ts'

/** A lane's item is kept for this time; after its last reservation it is not needed. */
const retentionSeconds = 24 * 60 * 60

/**
 * The pace that all workers share: a lane's item stores when the lane is free again. Lanes are reserved one after another, the narrowest last,
 * so that its pace is exact; a message that has to wait there is sent later than its turns in the other lanes. A full lane is not written to.
 */
export const sendingSlotStore = (client: DynamoDBDocumentClient, table: string): Pace => {
  /** A reservation whose acknowledgement was lost counts as another worker's, and leaves a gap. */
  const reserveLane = ({ name, intervalMs, horizonMs }: Lane, earliest: number, now: number): Promise<Turn> =>
    retryOnConflict(async (outdated) => {
      const seen = Number(outdated?.found?.['freeAt'] ?? 0)
      const slot = Math.max(earliest, seen)
      if (slot > now + horizonMs) return { at: slot, isReserved: false }
      const [refusal] = await applyWrites(client, [
        {
          operation: {
            Update: {
              TableName: table,
              Key: { lane: name },
              UpdateExpression: 'SET freeAt = :next, expiresAt = :expiresAt',
              ConditionExpression: 'attribute_not_exists(freeAt) OR freeAt <= :slot',
              ExpressionAttributeValues: {
                ':next': slot + intervalMs,
                ':slot': slot,
                ':expiresAt': epochSeconds(slot) + retentionSeconds,
              },
            },
          },
          repeatable: true,
        },
      ])
      if (refusal !== undefined) throw new Conflict(refusal.item)
      return { at: slot, isReserved: true }
    })

  return {
    reserve: async (lanes, now) => {
      let turn: Turn = { at: now, isReserved: true }
      for (const lane of lanes) if (turn.isReserved) turn = await reserveLane(lane, turn.at, now)
      return turn
    },
  }
}
