import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { applyOrThrow } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { conflicting, retryOnConflict } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import type { RateLimit, RateLimiter, Reservation } from './rateLimits.ts'

/** A limit's item is not needed after its last reservation, and is kept for this time. */
const retentionSeconds = 24 * 60 * 60

/**
 * When a limit has its next turn, and when it has one for a message that goes first. The turns between the two are
 * those of messages that wait.
 */
const timesOf = (item: Item | undefined) => ({
  freeAt: Number(item?.['freeAt'] ?? 0),
  firstFreeAt: Number(item?.['firstFreeAt'] ?? 0),
})

/** The next turn: behind all others, or the earliest of those that wait. Those are an interval apart. */
const turnIn = ({ intervalMs, order }: RateLimit, item: Item | undefined, now: number): number => {
  const { freeAt, firstFreeAt } = timesOf(item)
  if (order !== 'first') return Math.max(now, freeAt)
  const earliest = Math.max(now, firstFreeAt)
  return Math.max(earliest, freeAt - Math.floor(Math.max(0, freeAt - earliest) / intervalMs) * intervalMs)
}

/** The rate limiter that all workers share, with an item for each limit. A full queue costs no write. */
export const sendingSlotStore = (client: DynamoDBDocumentClient, table = tableName('sendingSlots')): RateLimiter => {
  const reservation = ({ name, intervalMs, order }: RateLimit, at: number, isLast: boolean) => {
    const times = [...(isLast ? ['freeAt'] : []), ...(order === 'first' ? ['firstFreeAt'] : [])]
    const areFree = times.map((time) => ({ if: `attribute_not_exists(${time}) OR #${time} <= :at`, values: { at } }))
    const next = Object.fromEntries(times.map((time) => [time, at + intervalMs]))
    const set = { ...next, expiresAt: epochSeconds(at) + retentionSeconds }
    return update(table, { lane: name }, { set, when: allOf(...areFree), repeatable: true, refusal: conflicting })
  }

  return {
    /** A reservation whose acknowledgement was lost counts as another worker's, and leaves a gap. */
    reserve: (limit, now) =>
      retryOnConflict(async (outdated): Promise<Reservation> => {
        const at = turnIn(limit, outdated?.found, now)
        if (at > now + limit.horizonMs) return { at, isReserved: false }
        await applyOrThrow(client)([reservation(limit, at, at >= timesOf(outdated?.found).freeAt)])
        return { at, isReserved: true }
      }),

    isOvertaken: async ({ name }, at) =>
      timesOf(await getItem(client, { TableName: table, Key: { lane: name } })).firstFreeAt > at,
  }
}
