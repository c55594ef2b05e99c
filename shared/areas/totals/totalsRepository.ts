import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { tableName } from '../../runtime/env.ts'
import { type TextChange, type Totals, totalsFromItem, totalsWrites } from './totals.ts'

/** The totals of a recipient, which are in its one item. */
export const totalsRepository = (client: DynamoDBDocumentClient, table = tableName('recipients')) => {
  const read = async (recipientId: string, ConsistentRead: boolean): Promise<Totals> =>
    totalsFromItem(await getItem(client, { TableName: table, Key: { recipientId }, ConsistentRead }))

  return {
    read: (recipientId: string): Promise<Totals> => read(recipientId, true),

    /** Records how far held alerts were searched; says whether nobody else has recorded it since the read. */
    recordHeldSearch: async (recipientId: string, heldSearch: TextChange): Promise<boolean> =>
      (await applyWrites(client, totalsWrites(table, recipientId, { heldSearch }))).length === 0,

    /**
     * The totals once the recipient's deliveries have reached a sequence; undefined before. Sequences only rise, so an
     * eventually consistent read, at half the price, is tried first.
     */
    reached: async (recipientId: string, sequence: number): Promise<Totals | undefined> => {
      const hasReached = ({ lastDelivery }: Totals) => lastDelivery >= sequence
      const recent = await read(recipientId, false)
      if (hasReached(recent)) return recent
      const present = await read(recipientId, true)
      return hasReached(present) ? present : undefined
    },
  }
}

export type TotalsRepository = ReturnType<typeof totalsRepository>
