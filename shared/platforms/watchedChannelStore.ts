import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { queryAll } from '../store/query.ts'
import { type WatchedChannel, watchShards } from './watchedChannelRepository.ts'

/** Finds the channels to watch, of all recipients. */
export const watchedChannelStore = (client: DynamoDBDocumentClient, table: string) => ({
  list: async (): Promise<readonly WatchedChannel[]> => {
    const shards = await Promise.all(
      watchShards.map((shard) =>
        queryAll(client, {
          TableName: table,
          KeyConditionExpression: '#shard = :shard',
          ExpressionAttributeNames: { '#shard': 'shard' },
          ExpressionAttributeValues: { ':shard': shard },
        }),
      ),
    )
    return shards.flat() as unknown as readonly WatchedChannel[]
  },
})

export type WatchedChannelStore = ReturnType<typeof watchedChannelStore>
