import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { getItem } from '../store/getItem.ts'
import { tokenId } from './tokenId.ts'

/** Reads the state of links for those that have a platform account, and not the id of its record. */
export const linkStateStore = (client: DynamoDBDocumentClient, table: string) => ({
  /** Whether the link is not disabled. An account that the deployer assigned has no record, and counts as enabled. */
  isEnabled: async (recipientId: string, platform: string, accountId: string): Promise<boolean> => {
    const Key = { recipientId, id: tokenId(recipientId, platform, accountId) }
    return (await getItem(client, { TableName: table, Key }))?.['enabled'] !== false
  },
})

export type LinkStateStore = ReturnType<typeof linkStateStore>
