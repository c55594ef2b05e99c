import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { dueShards } from '../../runtime/time/due.ts'
import { queryPage } from './query.ts'

export interface DueKey {
  readonly recipientId: string
  readonly id: string
}

/** The most keys of a page and pages of a partition: together more than one recipient can have due. */
const pageSize = 2500
const pageLimit = 4

const byDue = (one: Item, other: Item): number => (String(one['dueAt']) < String(other['dueAt']) ? -1 : 1)

/**
 * At most `limit` of the keys, and at most `share` of each recipient. Recipients take turns, so that none waits for all
 * items of another.
 */
export const roundRobin = (keys: readonly DueKey[], limit: number, share = limit): readonly DueKey[] => {
  const counts = new Map<string, number>()
  const rounds = keys.map((key) => {
    const round = counts.get(key.recipientId) ?? 0
    counts.set(key.recipientId, round + 1)
    return { key, round }
  })
  return rounds
    .filter(({ round }) => round < share)
    .toSorted((one, other) => one.round - other.round)
    .slice(0, limit)
    .map(({ key }) => key)
}

/**
 * Finds the due items of a table, of all recipients. The index is eventually consistent, so the caller has to check the
 * items themselves.
 *
 * @param sortKey the attribute that is the id in the keys
 * @param partitions those of the index that are asked then
 */
export const dueStore = (
  client: DynamoDBDocumentClient,
  table: string,
  {
    sortKey = 'id',
    partitions = () => dueShards,
  }: { readonly sortKey?: string; readonly partitions?: (now: Date) => readonly string[] } = {},
) => {
  const listShard = async (shard: string, now: Date): Promise<readonly Item[]> => {
    const items: Item[] = []
    let ExclusiveStartKey: Item | undefined
    for (let page = 0; page < pageLimit; page++) {
      const found = await queryPage(client, {
        TableName: table,
        IndexName: 'byDue',
        KeyConditionExpression: 'dueShard = :shard AND dueAt <= :now',
        ExpressionAttributeValues: { ':shard': shard, ':now': now.toISOString() },
        Limit: pageSize,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      })
      items.push(...found.items)
      if (found.last === undefined) break
      ExclusiveStartKey = found.last
    }
    return items
  }

  return {
    /** The keys of the items that are due at `now`, the longest due first. */
    list: async (now: Date): Promise<readonly DueKey[]> => {
      const shards = await Promise.all(partitions(now).map((shard) => listShard(shard, now)))
      return shards
        .flat()
        .toSorted(byDue)
        .map((item) => ({ recipientId: String(item['recipientId']), id: String(item[sortKey]) }))
    },
  }
}

export type DueStore = ReturnType<typeof dueStore>
