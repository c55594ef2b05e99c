import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'

interface ReadEvent {
  readonly pathParameters: { readonly id: string }
}

const tables = new DynamoDBClient()

/** A read of one item, which is the work of most requests. */
export const handler = async ({ pathParameters: { id } }: ReadEvent) => {
  const { Item } = await tables.send(new GetItemCommand({ TableName: process.env['TABLE'], Key: { id: { S: id } } }))
  return Item === undefined ? { statusCode: 404 } : { id, text: Item['text']?.S }
}
