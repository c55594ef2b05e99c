import type { Write } from '../contract/write.ts'
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

/** The condition that the counter has room for the addition. An absent counter is zero. */
const roomFor = ({ name, by, cap }: Counter): readonly string[] => {
  if (by <= 0 || cap === undefined) return []
  const room = `${name} <= :${name}Room`
  return [by <= cap ? `(attribute_not_exists(${name}) OR ${room})` : room]
}

/**
 * The use of each collection of a recipient. Each collection has its own item, so that writers of different ones never
 * conflict. It changes in the transaction that creates or removes the counted items.
 */
export const quotaRepository = (table: string) => ({
  /** The writes that count a change, if any. A growth beyond the cap, or during an erasure, is refused. */
  growth: (recipientId: string, collection: Collection, { items = 0, bytes = 0 }: Growth): readonly Write[] => {
    const cap: Cap = caps[collection]
    const counters = (
      [
        { name: 'used', by: items, cap: cap.items },
        { name: 'usedBytes', by: bytes, cap: cap.bytes },
      ] as const
    ).filter(({ by }) => by !== 0)
    if (counters.length === 0) return []
    const limited = counters.filter((counter) => roomFor(counter).length > 0)
    return [
      {
        operation: {
          Update: {
            TableName: table,
            Key: { recipientId, collection },
            UpdateExpression: `ADD ${counters.map(({ name }) => `${name} :${name}`).join(', ')}`,
            ...(limited.length > 0 && { ConditionExpression: [isUnmarked, ...limited.flatMap(roomFor)].join(' AND ') }),
            ExpressionAttributeValues: {
              ...Object.fromEntries(counters.map(({ name, by }) => [`:${name}`, by])),
              ...Object.fromEntries(limited.map(({ name, by, cap: most = 0 }) => [`:${name}Room`, most - by])),
            },
          },
        },
        repeatable: false,
        refusal: (found) => refusalOf(found, limitReached(collection)),
      },
    ]
  },
})

export type QuotaRepository = ReturnType<typeof quotaRepository>
