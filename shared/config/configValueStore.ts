import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { getItem } from '../store/getItem.ts'

/** The values of configuration records, for what reads one without its record. */
export const configValueStore = (client: DynamoDBDocumentClient, table: string) => ({
  /** The value of the record with the name; undefined when there is none. It may be a second old. */
  find: async (recipientId: string, name: string): Promise<unknown> => {
    const item = await getItem(client, { TableName: table, Key: { recipientId, name }, ConsistentRead: false })
    return item?.['value'] === undefined ? undefined : JSON.parse(String(item['value']))
  },
})

export type ConfigValueStore = ReturnType<typeof configValueStore>
