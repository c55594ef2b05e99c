import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import {
  type LeaderProgress,
  type LeaderSum,
  leaderChanges,
  leaderId,
  leaderRank,
} from '../../../shared/areas/leaders/leaders.ts'
import { type Counted, moneyChanges } from '../../../shared/areas/totals/goal.ts'
import type { Item } from '../../../shared/contract/write.ts'

async function* itemsOf(client: DynamoDBClient, TableName: string, recipientId: string): AsyncGenerator<Item> {
  const query = {
    TableName,
    KeyConditionExpression: 'recipientId = :recipientId',
    ExpressionAttributeValues: { ':recipientId': { S: recipientId } },
    ConsistentRead: true,
  }
  for await (const { Items = [] } of paginateQuery({ client }, query)) for (const item of Items) yield unmarshall(item)
}

/** The sums of a recipient's leaders by their keys, as its history has them. */
const countedSums = async (history: AsyncIterable<Item>, progress: LeaderProgress): Promise<Map<string, LeaderSum>> => {
  const sums = new Map<string, LeaderSum>()
  for await (const item of history)
    for (const sum of leaderChanges(progress, moneyChanges(undefined, item as unknown as Counted))) {
      const id = leaderId(sum)
      sums.set(id, { ...sum, units: sum.units + (sums.get(id)?.units ?? 0n) })
    }
  return sums
}

/**
 * The first place among a recipient's leaders that is not that of its history, with the one that is: 0 where there is
 * none. It keeps the sums of one recipient, and reads no history where nothing is counted.
 */
export const wrongLeader = async (
  client: DynamoDBClient,
  tables: { readonly history: string; readonly leaders: string },
  recipientId: string,
  progress: LeaderProgress,
): Promise<{ readonly stored: string | 0; readonly counted: string | 0 } | undefined> => {
  const isCounting = Object.keys(progress).length > 0
  const sums = isCounting ? await countedSums(itemsOf(client, tables.history, recipientId), progress) : new Map()
  for await (const { id, rank } of itemsOf(client, tables.leaders, recipientId)) {
    const sum = sums.get(String(id))
    const counted = sum === undefined ? 0 : leaderRank(sum)
    if (rank !== counted) return { stored: String(rank), counted }
    sums.delete(String(id))
  }
  const [missing] = sums.values()
  return missing && { stored: 0, counted: leaderRank(missing) }
}
