import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { queryUnread } from '../store/queryUnread.ts'
import { startKey } from '../store/timeIndex.ts'
import { printedAttributes, type Row } from './csv.ts'
import { type HistoryFilter, historyQuery } from './historyFilter.ts'

/** Items that one call reads: about the megabyte where DynamoDB stops. Without it the local engine reads all there are before it stops. */
const pageLimit = 2500

/** At most a megabyte of history, oldest first. */
export interface RowPage {
  readonly rows: readonly Row[]
  /** Order key of the last item that was looked at, when there are more. */
  readonly lastKey: string | undefined
}

const texts = (values: Readonly<Record<string, string>>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { S: value }]))

/** What prints are made of, as attribute values: they are written as they come. */
export const rowRepository = (client: DynamoDBClient, table: string) => ({
  page: async (recipientId: string, filter: HistoryFilter, after: string | undefined): Promise<RowPage> => {
    const { ExpressionAttributeNames, ExpressionAttributeValues, ...query } = historyQuery(table, recipientId, filter)
    const { Items = [], LastEvaluatedKey } = await queryUnread(client, {
      ...query,
      ProjectionExpression: printedAttributes.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: {
        ...ExpressionAttributeNames,
        ...Object.fromEntries(printedAttributes.map((name) => [`#${name}`, name])),
      },
      // The bound says what the start key says already: the local engine would look for it from the first item on.
      ExpressionAttributeValues: texts({
        ...ExpressionAttributeValues,
        ...(after !== undefined && { ':first': after }),
      }),
      ...(after !== undefined && { ExclusiveStartKey: texts(startKey(recipientId, after)) }),
      Limit: pageLimit,
      ConsistentRead: true,
    })
    return { rows: Items, lastKey: LastEvaluatedKey?.['listedAt']?.S }
  },
})

export type RowRepository = ReturnType<typeof rowRepository>
