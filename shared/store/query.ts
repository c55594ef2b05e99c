import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { send } from '../aws/send.ts'
import type { Item } from '../contract/write.ts'

/** Reads one page of a query, and the key that the next one starts from. */
export const queryPage = async (client: DynamoDBDocumentClient, input: QueryCommandInput) => {
  const { Items = [], LastEvaluatedKey } = await send((options) => client.send(new QueryCommand(input), options))
  return { items: Items as readonly Item[], last: LastEvaluatedKey as Item | undefined }
}

/** Reads all items of a query in key order, with one round trip for each megabyte. */
export const queryAll = async (client: DynamoDBDocumentClient, input: QueryCommandInput): Promise<Item[]> => {
  const items: Item[] = []
  let ExclusiveStartKey: Item | undefined
  do {
    const page = await queryPage(client, { ...input, ...(ExclusiveStartKey && { ExclusiveStartKey }) })
    items.push(...page.items)
    ExclusiveStartKey = page.last
  } while (ExclusiveStartKey !== undefined)
  return items
}
