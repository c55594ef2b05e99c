import { DeleteCommand, type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'

/** Deletes every item of a table. */
export const emptyTable = async (
  client: DynamoDBDocumentClient,
  table: string,
  keyAttributes: readonly string[],
): Promise<void> => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table }))
  for (const item of Items) {
    const Key = Object.fromEntries(keyAttributes.map((name) => [name, item[name]]))
    await client.send(new DeleteCommand({ TableName: table, Key }))
  }
}
