import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { queryFirst, readLimit } from '../../mechanisms/store/query.ts'
import { allOf, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { forEachConcurrently } from '../../runtime/forEachConcurrently.ts'
import type { AlertItem } from './alert.ts'
import { inRange, isHeld, isNotHeld, type Positions } from './alertRepository.ts'
import { decidableSince } from './held.ts'

/** The most keys of a read of items. */
const batch = 100
const concurrency = 10

/**
 * Held alerts by the sparse index `byHeld`, which is eventually consistent. It has each held alert, and some that are
 * held no more: the item decides.
 */
export const heldAlerts = (client: DynamoDBDocumentClient, table = tableName('alerts')) => {
  const indexed = (recipientId: string, now: Date) => ({
    TableName: table,
    IndexName: 'byHeld',
    KeyConditionExpression: 'recipientId = :recipientId AND heldAt >= :since',
    ExpressionAttributeValues: { ':recipientId': recipientId, ':since': decidableSince(now) },
    ScanIndexForward: false,
  })

  /** Changes each alert by itself, unless it has changed since it was read. */
  const changed = (
    recipientId: string,
    alerts: readonly AlertItem[],
    changesOf: (alert: AlertItem) => Parameters<typeof update>[2],
  ) =>
    forEachConcurrently(alerts, concurrency, async (alert) => {
      const key = { recipientId, position: alert.position }
      await applyWrites(client, [update(table, key, { ...changesOf(alert), repeatable: true })])
    })

  return {
    /** How many alerts the index has, up to a hundred; nothing is read where it has none. */
    count: async (recipientId: string, now: Date): Promise<number> =>
      (await queryFirst(client, { ...indexed(recipientId, now), Select: 'COUNT' }, batch)).count,

    /** Their positions, the latest held first, and whether these are all. */
    positions: async (recipientId: string, now: Date) => {
      const { items, last } = await queryFirst(client, indexed(recipientId, now), readLimit.items)
      return { positions: items.map(({ position }) => Number(position)), isAll: last === undefined }
    },

    /** The alerts at these positions, in their order. */
    find: async (recipientId: string, positions: readonly number[]): Promise<readonly AlertItem[]> => {
      const parts = Array.from({ length: Math.ceil(positions.length / batch) }, (_, part) =>
        positions.slice(part * batch, (part + 1) * batch),
      )
      const read = await Promise.all(
        parts.map((part) =>
          batchGet(client, {
            [table]: { Keys: part.map((position) => ({ recipientId, position })), ConsistentRead: true },
          }),
        ),
      )
      const found = new Map(read.flatMap((each) => each[table] ?? []).map((item) => [Number(item['position']), item]))
      return positions.flatMap((position) => found.get(position) ?? []) as readonly unknown[] as readonly AlertItem[]
    },

    /** The first held alerts of a range, and the position up to which it was read; undefined at its end. */
    search: async (recipientId: string, positions: Positions, now: Date) => {
      if (positions.first > positions.last) return { alerts: [], through: undefined }
      const query = inRange(table, recipientId, positions, { held: { is: true, since: decidableSince(now) } })
      const { items, last } = await queryFirst(client, query, readLimit.items)
      return {
        alerts: items as readonly unknown[] as readonly AlertItem[],
        through: last === undefined ? undefined : Number(last['position']),
      }
    },

    /** Puts held alerts that another version has stored into the index. */
    index: (recipientId: string, alerts: readonly AlertItem[]): Promise<void> =>
      changed(recipientId, alerts, ({ createdAt: heldAt }) => ({
        set: { heldAt },
        when: allOf(isHeld, { if: 'attribute_not_exists(#heldAt)' }),
      })),

    /** Takes alerts that are held no more out of the index. */
    forget: (recipientId: string, alerts: readonly AlertItem[]): Promise<void> =>
      changed(recipientId, alerts, () => ({
        remove: ['heldAt'],
        when: isNotHeld,
      })),
  }
}

export type HeldAlerts = ReturnType<typeof heldAlerts>
