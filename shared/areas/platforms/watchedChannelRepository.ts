import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { queryAll } from '../../mechanisms/store/query.ts'
import { anyOf, type Condition, remove, update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'

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

const belongsTo = (recipientId: string): Condition => ({ if: '#recipientId = :me', values: { me: recipientId } })

const isFreeFor = (recipientId: string): Condition =>
  anyOf({ if: 'attribute_not_exists(recipientId)' }, belongsTo(recipientId))

export const watchedChannelRepository = (client: DynamoDBDocumentClient, table = tableName('watchedChannels')) => ({
  /** The write that starts watching a channel. A repetition keeps the channel's known state. */
  creation: (recipientId: string, channel: string, url: string): Write =>
    update(table, { shard: shardOf(channel), channel }, { set: { recipientId, url }, repeatable: true }),

  /** The channels of all recipients. */
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

  /** Ends the watch of a channel. That of another recipient stays. */
  removal: (recipientId: string, channel: string): Write =>
    remove(table, { shard: shardOf(channel), channel }, { when: isFreeFor(recipientId), repeatable: true }),

  /** Stores the channel's present stream, or that there is none. */
  save: async (recipientId: string, { shard, channel }: WatchedChannel, sessionId?: string): Promise<void> => {
    const change = sessionId === undefined ? { remove: ['sessionId'] } : { set: { sessionId } }
    const options = { ...change, when: belongsTo(recipientId), repeatable: true }
    await applyWrites(client, [update(table, { shard, channel }, options)])
  },
})

export type WatchedChannelRepository = ReturnType<typeof watchedChannelRepository>
