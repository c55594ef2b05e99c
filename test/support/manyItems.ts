import { setTimeout as sleep } from 'node:timers/promises'
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

const batchSize = 25

/** Puts any number of items directly into a table, because the interface would take too long to make them. */
export const putMany = async (
  client: DynamoDBDocumentClient,
  table: string,
  items: readonly Record<string, unknown>[],
): Promise<void> => {
  for (let start = 0; start < items.length; start += batchSize) {
    const batch = items.slice(start, start + batchSize)
    let pending: Record<string, unknown> = { [table]: batch.map((Item) => ({ PutRequest: { Item } })) }
    while (Object.keys(pending).length > 0) {
      const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: pending as never }))
      pending = UnprocessedItems
      if (Object.keys(pending).length > 0) await sleep(20)
    }
  }
}
