import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { applyWrites } from '../store/commit.ts'

/** Partitions of the watched channels: one is read with one query for each megabyte, some 5,000 channels. */
export const watchShards: readonly string[] = ['0', '1', '2', '3']

/** A channel that is asked whether it is online. */
export interface WatchedChannel {
  readonly shard: string
  /** `<platform>#<account id>` */
  readonly channel: string
  readonly recipientId: string
  /** By what the platform finds it. */
  readonly url: string
  /** The stream that it was last found to be in; absent while it is offline. */
  readonly sessionId?: string
}

export const shardOf = (channel: string): string => String(channel.charCodeAt(channel.length - 1) % watchShards.length)

/** Watched channels, one item each. */
export const watchedChannelRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** Watches a channel from now on. Done again, it keeps what is known of it. */
  watch: (recipientId: string, channel: string, url: string): Write => ({
    operation: {
      Update: {
        TableName: table,
        Key: { shard: shardOf(channel), channel },
        UpdateExpression: 'SET recipientId = :recipientId, #url = :url',
        ExpressionAttributeNames: { '#url': 'url' },
        ExpressionAttributeValues: { ':recipientId': recipientId, ':url': url },
      },
    },
    repeatable: true,
  }),

  /** Remembers the stream that a channel is in, or that it is in none. */
  remember: async (recipientId: string, { shard, channel }: WatchedChannel, sessionId?: string): Promise<void> => {
    await applyWrites(client, [
      {
        operation: {
          Update: {
            TableName: table,
            Key: { shard, channel },
            UpdateExpression: sessionId === undefined ? 'REMOVE sessionId' : 'SET sessionId = :sessionId',
            ConditionExpression: 'recipientId = :recipientId',
            ExpressionAttributeValues: {
              ':recipientId': recipientId,
              ...(sessionId !== undefined && { ':sessionId': sessionId }),
            },
          },
        },
        repeatable: true,
      },
    ])
  },
})

export type WatchedChannelRepository = ReturnType<typeof watchedChannelRepository>
