import { DeleteCommand, type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'

/** Deletes every item of a table. */
export const emptyTable = async (
  client: DynamoDBDocumentClient,
  table: string,
  keyAttributes: readonly string[],
): Promise<void> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table }))
  const removals = Items.map((item) => {
    const Key = Object.fromEntries(keyAttributes.map((name) => [name, item[name]]))
    return client.send(new DeleteCommand({ TableName: table, Key }))
  })
  await Promise.all(removals)
}
