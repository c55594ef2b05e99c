import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { getItem } from '../store/getItem.ts'

/** The state of the links between recipients and accounts. */
interface Links {
  isEnabled(recipientId: string, platform: string, accountId: string): Promise<boolean>
}

/** Finds the recipient of a platform account's events. */
export const accountOwnerStore = (client: DynamoDBDocumentClient, table: string, links: Links) => ({
  /** The recipient who linked the account, or to whom the deployer assigned it; undefined while that link is disabled. */
  find: async (platform: string, accountId: string): Promise<string | undefined> => {
    const item = await getItem(client, { TableName: table, Key: { account: `${platform}#${accountId}` } })
    if (item === undefined) return undefined
    const recipientId = String(item['recipientId'])
    return (await links.isEnabled(recipientId, platform, accountId)) ? recipientId : undefined
  },
})

export type AccountOwnerStore = ReturnType<typeof accountOwnerStore>
