import { type DynamoDBDocumentClient, GetCommand, type GetCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { send } from '../aws/send.ts'

/** Reads one item by its key, strongly consistent by default. */
export const getItem = async (client: DynamoDBDocumentClient, input: GetCommandInput): Promise<Item | undefined> => {
  const { Item } = await send((options) => client.send(new GetCommand({ ConsistentRead: true, ...input }), options))
  return Item
}
