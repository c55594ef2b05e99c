import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../contract/write.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { Conflict, retryOnConflict } from '../store/retryOnConflict.ts'
import { epochSeconds } from '../time/utc.ts'
import type { Lane, Pace, Turn } from './pace.ts'

/** A lane's item is kept for this time; after its last reservation it is not needed. */
const retentionSeconds = 24 * 60 * 60

/** When a lane is free again, and when it is free for a message that goes first. The turns between the two are those of messages that wait. */
const timesOf = (item: Item | undefined) => ({
  freeAt: Number(item?.['freeAt'] ?? 0),
  firstFreeAt: Number(item?.['firstFreeAt'] ?? 0),
})

/** The next turn: behind all others, or the earliest of those that wait. Those are an interval apart. */
const slotIn = ({ intervalMs, order }: Lane, item: Item | undefined, now: number): number => {
  const { freeAt, firstFreeAt } = timesOf(item)
  if (order !== 'first') return Math.max(now, freeAt)
  const earliest = Math.max(now, firstFreeAt)
  return Math.max(earliest, freeAt - Math.floor(Math.max(0, freeAt - earliest) / intervalMs) * intervalMs)
}

/** The pace that all workers share, with an item for each lane. A full lane is not written to. */
export const sendingSlotStore = (client: DynamoDBDocumentClient, table: string): Pace => {
  const reservation = ({ name, intervalMs, order }: Lane, slot: number, isLast: boolean) => {
    const times = [...(isLast ? ['freeAt'] : []), ...(order === 'first' ? ['firstFreeAt'] : [])]
    const isFree = (time: string) => `(attribute_not_exists(${time}) OR ${time} <= :slot)`
    return {
      TableName: table,
      Key: { lane: name },
      UpdateExpression: `SET ${times.map((time) => `${time} = :next`).join(', ')}, expiresAt = :expiresAt`,
      ConditionExpression: times.map(isFree).join(' AND '),
      ExpressionAttributeValues: {
        ':next': slot + intervalMs,
        ':slot': slot,
        ':expiresAt': epochSeconds(slot) + retentionSeconds,
      },
    }
  }

  return {
    /** A reservation whose acknowledgement was lost counts as another worker's, and leaves a gap. */
    reserve: (lane, now) =>
      retryOnConflict(async (outdated): Promise<Turn> => {
        const slot = slotIn(lane, outdated?.found, now)
        if (slot > now + lane.horizonMs) return { at: slot, isReserved: false }
        const Update = reservation(lane, slot, slot >= timesOf(outdated?.found).freeAt)
        const [refusal] = await applyWrites(client, [{ operation: { Update }, repeatable: true }])
        if (refusal !== undefined) throw new Conflict(refusal.item)
        return { at: slot, isReserved: true }
      }),

    isOvertaken: async ({ name }, at) =>
      timesOf(await getItem(client, { TableName: table, Key: { lane: name } })).firstFreeAt > at,
  }
}
