import type { Write } from '../../contract/write.ts'
import { tableName } from '../../runtime/env.ts'
import { allOf, anyOf, type Condition, update } from '../store/writes.ts'
import { isUnmarked, refusalOf } from './erasureMarks.ts'
import { type Cap, type Collection, caps, limitReached } from './limits.ts'

/** How much a collection grows; negative numbers shrink it. */
export interface Growth {
  readonly items?: number
  readonly bytes?: number
}

export const sumOf = (growths: readonly Growth[]): Growth => ({
  items: growths.reduce((sum, { items = 0 }) => sum + items, 0),
  bytes: growths.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
})

interface Counter {
  readonly name: 'used' | 'usedBytes'
  readonly by: number
  readonly cap: number | undefined
}

/** The condition that the counter has room for the addition, which is below every cap. An absent counter is zero. */
const roomFor = ({ name, by, cap }: Counter): Condition | undefined => {
  if (by <= 0 || cap === undefined) return undefined
  const hasRoom: Condition = { if: `${name} <= :${name}Room`, values: { [`${name}Room`]: cap - by } }
  return anyOf({ if: `attribute_not_exists(${name})` }, hasRoom)
}

/**
 * The use of each collection of a recipient. Each collection has its own item, so that writers of different ones never
 * conflict. It changes in the transaction that creates or removes the counted items.
 */
export const quotaRepository = (table = tableName('quotas')) => ({
  /** The writes that count a change, if any. Growth is refused beyond the cap, unless `uncapped`, and in an erasure. */
  growth: (
    recipientId: string,
    collection: Collection,
    { items = 0, bytes = 0 }: Growth,
    uncapped?: 'uncapped',
  ): readonly Write[] => {
    const cap: Cap = caps[collection]
    if (items === 0 && bytes === 0) return []
    const room = [
      roomFor({ name: 'used', by: items, cap: cap.items }),
      roomFor({ name: 'usedBytes', by: bytes, cap: cap.bytes }),
    ].filter((condition) => condition !== undefined)
    const when = uncapped === undefined ? allOf(isUnmarked, ...room) : isUnmarked
    return [
      update(
        table,
        { recipientId, collection },
        {
          add: { used: items || undefined, usedBytes: bytes || undefined },
          when: room.length > 0 ? when : undefined,
          refusal: (found) => refusalOf(found, limitReached(collection)),
        },
      ),
    ]
  },
})

export type QuotaRepository = ReturnType<typeof quotaRepository>
