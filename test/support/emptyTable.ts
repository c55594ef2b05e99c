import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'

/** Deletes every item of a table. */
export const emptyTable = async (
  client: DynamoDBDocumentClient,
  table: string,
  keyAttributes: readonly string[],
): Promise<void> => {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table })) {
    const removals = Items.map((item) => {
      const Key = Object.fromEntries(keyAttributes.map((name) => [name, item[name]]))
      return client.send(new DeleteCommand({ TableName: table, Key }))
    })
    await Promise.all(removals)
  }
}
