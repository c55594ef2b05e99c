import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { getItem } from '../store/getItem.ts'

/** Finds whose a platform's account is: who has linked it, or whom the deployer has given it to. */
export const accountOwnerStore = (client: DynamoDBDocumentClient, table: string) => ({
  find: async (platform: string, accountId: string): Promise<string | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { account: `${platform}#${accountId}` } })
    return item && String(item['recipientId'])
  },
})

export type AccountOwnerStore = ReturnType<typeof accountOwnerStore>
