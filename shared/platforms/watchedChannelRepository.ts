import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { applyWrites } from '../store/commit.ts'
import { remove } from '../store/writes.ts'

/** The partitions of the watched channels. Each is read with one query for each megabyte, some 5,000 channels. */
export const watchShards: readonly string[] = ['0', '1', '2', '3']

/** A channel whose platform is asked whether it is online. */
export interface WatchedChannel {
  readonly shard: string
  /** `<platform>#<account id>` */
  readonly channel: string
  readonly recipientId: string
  /** The address by which the platform finds the channel. */
  readonly url: string
  /** The stream at the last check; absent while the channel is offline. */
  readonly sessionId?: string
}

export const shardOf = (channel: string): string => String(channel.charCodeAt(channel.length - 1) % watchShards.length)

/** Watched channels, one item each. */
export const watchedChannelRepository = (client: DynamoDBDocumentClient, table: string) => ({
  /** The write that starts watching a channel. A repetition keeps the channel's known state. */
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

  /** Ends the watch of a channel. That of another recipient stays. */
  removal: (recipientId: string, channel: string): Write =>
    remove(
      table,
      { shard: shardOf(channel), channel },
      {
        when: { if: 'attribute_not_exists(recipientId) OR recipientId = :recipientId', values: { recipientId } },
        repeatable: true,
      },
    ),

  /** Stores the channel's present stream, or that there is none. */
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
