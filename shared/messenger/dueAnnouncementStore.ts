import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../contract/write.ts'
import { send } from '../store/send.ts'
import { dueShards } from './announcement.ts'

/** The key of an announcement. */
export interface AnnouncementKey {
  readonly recipientId: string
  readonly id: string
}

const keyFromItem = ({ recipientId, id }: Item): AnnouncementKey => ({
  recipientId: String(recipientId),
  id: String(id),
})

const byDue = (one: Item, other: Item): number => (String(one['dueAt']) < String(other['dueAt']) ? -1 : 1)

/** Finds what is due, whoever's it is. Its index lags by a moment, so what it finds has to be looked at itself. */
export const dueAnnouncementStore = (client: DynamoDBDocumentClient, table: string) => {
  const listShard = async (shard: string, now: Date, limit: number): Promise<readonly Item[]> => {
    const command = new QueryCommand({
      TableName: table,
      IndexName: 'byDue',
      KeyConditionExpression: 'dueShard = :shard AND dueAt <= :now',
      ExpressionAttributeValues: { ':shard': shard, ':now': now.toISOString() },
      Limit: limit,
    })
    const { Items = [] } = await send((options) => client.send(command, options))
    return Items
  }

  return {
    /** What is due at `now`, the longest due first, at most `limit` of each partition. */
    list: async (now: Date, limit: number): Promise<readonly AnnouncementKey[]> => {
      const shards = await Promise.all(dueShards.map((shard) => listShard(shard, now, limit)))
      return shards.flat().toSorted(byDue).map(keyFromItem)
    },
  }
}

export type DueAnnouncementStore = ReturnType<typeof dueAnnouncementStore>
