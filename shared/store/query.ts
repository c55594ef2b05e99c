import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../contract/write.ts'
import { send } from './send.ts'

/** Reads all items of a query in key order, with one round trip for each megabyte. */
export const queryAll = async (client: DynamoDBDocumentClient, input: QueryCommandInput): Promise<Item[]> => {
  const items: Item[] = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await send((options) =>
      client.send(new QueryCommand({ ...input, ...(ExclusiveStartKey && { ExclusiveStartKey }) }), options),
    )
    items.push(...(page.Items ?? []))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined)
  return items
}
