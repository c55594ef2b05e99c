import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { send } from '../aws/send.ts'

/**
 * The most that one read of a list looks at: items, and round trips, each of at most a megabyte. What finds nothing
 * reads on, `reads` times in all.
 */
export const readLimit = { items: 1000, roundTrips: 4, reads: 3 } as const

/** Reads one page of a query, and the key that the next one starts from. */
export const queryPage = async (client: DynamoDBDocumentClient, input: QueryCommandInput) => {
  const command = new QueryCommand(input)
  const {
    Items = [],
    Count = 0,
    ScannedCount = Count,
    LastEvaluatedKey,
  } = await send((options) => client.send(command, options))
  return {
    items: Items as readonly Item[],
    count: Count,
    lookedAt: ScannedCount,
    last: LastEvaluatedKey as Item | undefined,
  }
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

/**
 * Reads the first items of a query within the limit. `last` is the key where it stopped, undefined when nothing
 * follows.
 */
export const queryFirst = async (client: DynamoDBDocumentClient, input: QueryCommandInput, most: number) => {
  const items: Item[] = []
  let count = 0
  let left = Math.min(most, readLimit.items)
  let last: Item | undefined
  for (let trip = 0; trip < readLimit.roundTrips && left > 0; trip++) {
    const page = await queryPage(client, { ...input, Limit: left, ...(last && { ExclusiveStartKey: last }) })
    items.push(...page.items)
    count += page.count
    left -= page.lookedAt
    last = page.last
    if (last === undefined) break
  }
  return { items, count, last }
}
