import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { queryRaw } from '../../mechanisms/store/queryRaw.ts'
import { startKey } from '../../mechanisms/store/timeIndex.ts'
import { tableName } from '../../runtime/env.ts'
import { type HistoryFilter, historyQuery } from '../events/historyFilter.ts'
import { printedAttributes, type Row } from './csv.ts'

/** Items of one call: about the megabyte where DynamoDB stops. Without it the embedded engine reads all items first. */
const pageLimit = 2500

/** At most a megabyte of history, oldest first. */
export interface RowPage {
  readonly rows: readonly Row[]
  /** Order key of the last item that was read, when there are more. */
  readonly lastKey: string | undefined
}

const texts = (values: Readonly<Record<string, string>>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { S: value }]))

/** The rows of prints, as attribute values: they are written without a conversion. */
export const rowRepository = (client: DynamoDBClient, table = tableName('history')) => ({
  page: async (recipientId: string, filter: HistoryFilter, after: string | undefined): Promise<RowPage> => {
    const { ExpressionAttributeNames, ExpressionAttributeValues, ...query } = historyQuery(table, recipientId, filter)
    const { Items = [], LastEvaluatedKey } = await queryRaw(client, {
      ...query,
      ProjectionExpression: printedAttributes.map((name) => `#${name}`).join(', '),
      ExpressionAttributeNames: {
        ...ExpressionAttributeNames,
        ...Object.fromEntries(printedAttributes.map((name) => [`#${name}`, name])),
      },
      // Redundant on AWS; without the bound the embedded engine scans from the first item.
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
