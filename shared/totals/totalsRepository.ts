import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { getItem } from '../store/getItem.ts'
import { type Totals, totalsFromItem } from './totals.ts'

/** The totals of a recipient, which are in its one item. */
export const totalsRepository = (client: DynamoDBDocumentClient, table: string) => {
  const read = async (recipientId: string, ConsistentRead: boolean): Promise<Totals> =>
    totalsFromItem(await getItem(client, { TableName: table, Key: { recipientId }, ConsistentRead }))

  return {
    read: (recipientId: string): Promise<Totals> => read(recipientId, true),

    /**
     * Whether the recipient's deliveries have reached a sequence. Sequences only rise, so an eventually consistent
     * read, at half the price, is tried first.
     */
    hasDelivered: async (recipientId: string, sequence: number): Promise<boolean> =>
      (await read(recipientId, false)).lastDelivery >= sequence ||
      (await read(recipientId, true)).lastDelivery >= sequence,
  }
}

export type TotalsRepository = ReturnType<typeof totalsRepository>
