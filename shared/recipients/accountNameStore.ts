import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { queryAll } from '../store/query.ts'
import { type Platform, platformSystems } from './streamingPlatform.ts'

/** The names of a recipient's linked accounts, for those who know the streamer and not the recipient: `Twitch: alice`. */
export const accountNameStore = (client: DynamoDBDocumentClient, table: string) => ({
  list: async (recipientId: string): Promise<readonly string[]> => {
    const items = await queryAll(client, {
      TableName: table,
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
      ProjectionExpression: 'platform, accountName',
      ConsistentRead: true,
    })
    return items
      .map(({ platform, accountName }) => `${platformSystems[platform as Platform]}: ${accountName}`)
      .toSorted()
  },
})

export type AccountNameStore = ReturnType<typeof accountNameStore>
