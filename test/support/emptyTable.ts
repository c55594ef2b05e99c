import { BatchWriteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'

/** The number of items that one request may delete. */
const batchSize = 25

/** Deletes every item of a table. */
export const emptyTable = async (
  client: DynamoDBDocumentClient,
  table: string,
  keyAttributes: readonly string[],
): Promise<void> => {
  for await (const { Items = [] } of paginateScan({ client, pageSize: batchSize }, { TableName: table })) {
    if (Items.length === 0) continue
    const removals = Items.map((item) => ({
      DeleteRequest: { Key: Object.fromEntries(keyAttributes.map((name) => [name, item[name]])) },
    }))
    const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: { [table]: removals } }))
    if (Object.keys(UnprocessedItems).length > 0) throw new Error(`the engine left items in ${table}`)
  }
}
