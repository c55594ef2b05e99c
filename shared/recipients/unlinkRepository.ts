import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { placeFreed } from '../limits/placeRepository.ts'
import { shardOf } from '../platforms/watchedChannelRepository.ts'
import { getItem } from '../store/getItem.ts'
import { notFound, type TokenRecord } from './tokenRepository.ts'

interface Tables {
  readonly tokens: string
  readonly accountLinks: string
  readonly watchedChannels: string
  readonly quotas: string
}

/** What a link consists of, found and taken away: apart from the repositories that make it, which are ten times as much. */
export const unlinkRepository = (client: DynamoDBDocumentClient, tables: Tables) => ({
  find: async (recipientId: string, id: string): Promise<TokenRecord | undefined> =>
    (await getItem(client, { TableName: tables.tokens, Key: { recipientId, id } })) as TokenRecord | undefined,

  removal: (recipientId: string, { id, platform, accountId }: TokenRecord): readonly Write[] => {
    const channel = `${platform}#${accountId}`
    const own = (TableName: string, Key: Record<string, string>): Write => ({
      operation: {
        Delete: {
          TableName,
          Key,
          ConditionExpression: 'attribute_not_exists(recipientId) OR recipientId = :recipientId',
          ExpressionAttributeValues: { ':recipientId': recipientId },
        },
      },
      repeatable: true,
    })
    const record: Write = {
      operation: {
        Delete: { TableName: tables.tokens, Key: { recipientId, id }, ConditionExpression: 'attribute_exists(id)' },
      },
      repeatable: false,
      refusal: notFound,
    }
    const claim = own(tables.accountLinks, { account: channel })
    const place = placeFreed(tables.quotas, recipientId, 'accounts', id)
    return platform === 'vkLive'
      ? [record, claim, place, own(tables.watchedChannels, { shard: shardOf(channel), channel })]
      : [record, claim, place]
  },
})

export type UnlinkRepository = ReturnType<typeof unlinkRepository>
