import { type DynamoDBDocumentClient, GetCommand, type GetCommandInput } from '@aws-sdk/lib-dynamodb'
import { send } from '../aws/send.ts'
import type { Item } from '../contract/write.ts'

/** Reads one item by its key, strongly consistent by default. */
export const getItem = async (client: DynamoDBDocumentClient, input: GetCommandInput): Promise<Item | undefined> => {
  const { Item } = await send((options) => client.send(new GetCommand({ ConsistentRead: true, ...input }), options))
  return Item
}
