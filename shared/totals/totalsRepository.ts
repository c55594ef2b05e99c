import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { getItem } from '../store/getItem.ts'
import { type Totals, totalsFromItem } from './totals.ts'

/** The totals of a recipient, kept in his one item. */
export const totalsRepository = (client: DynamoDBDocumentClient, table: string) => ({
  read: async (recipientId: string): Promise<Totals> =>
    totalsFromItem(await getItem(client, { TableName: table, Key: { recipientId } })),
})

export type TotalsRepository = ReturnType<typeof totalsRepository>
