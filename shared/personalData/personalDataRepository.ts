import { setTimeout as sleep } from 'node:timers/promises'
import { BatchWriteCommand, type DynamoDBDocumentClient, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { send, storeUnavailable } from '../aws/send.ts'
import type { TableName } from '../contract/resources.ts'
import type { Item } from '../contract/write.ts'
import { remainingMs } from '../invocation.ts'
import { applyWrites } from '../store/commit.ts'
import { forEachConcurrently } from '../workers/forEachConcurrently.ts'
import { isPartitioned, keyNames, partitionKeyOf, partitionOf } from './personalTables.ts'

/** Items that one call reads: about the megabyte where DynamoDB stops. Without it the local engine reads all there are before it stops. */
const pageLimit = 2500
/** Items that one call deletes, and calls at a time. */
const [batchSize, concurrency] = [25, 4]
/** What a throttled table has left undone is asked for again after these times. */
const [firstDelayMs, longestDelayMs] = [20, 1000]

/** At most a megabyte of a table, and where the next page begins if there is more. */
export interface PersonalPage {
  readonly items: readonly Item[]
  readonly lastKey: Item | undefined
}

/** A recipient's items, whatever table they are in. */
export const personalDataRepository = (client: DynamoDBDocumentClient, tableName: (table: TableName) => string) => {
  const read = async (
    recipientId: string,
    table: TableName,
    after: Item | undefined,
    attributes: readonly string[] | undefined,
  ): Promise<PersonalPage> => {
    const isOwn = '#owner = :owner'
    const owner = isPartitioned(table) ? partitionKeyOf(table) : 'recipientId'
    const input = {
      TableName: tableName(table),
      ExpressionAttributeNames: {
        '#owner': owner,
        ...(attributes && Object.fromEntries(attributes.map((name) => [`#${name}`, name]))),
      },
      ExpressionAttributeValues: { ':owner': isPartitioned(table) ? partitionOf(table, recipientId) : recipientId },
      ...(attributes && { ProjectionExpression: attributes.map((name) => `#${name}`).join(', ') }),
      ...(after && { ExclusiveStartKey: after }),
      Limit: pageLimit,
      ConsistentRead: true,
    }
    const { Items = [], LastEvaluatedKey } = await send((options) =>
      isPartitioned(table)
        ? client.send(new QueryCommand({ ...input, KeyConditionExpression: isOwn }), options)
        : client.send(new ScanCommand({ ...input, FilterExpression: isOwn }), options),
    )
    return { items: Items, lastKey: LastEvaluatedKey }
  }

  const deleteBatch = async (table: TableName, keys: readonly Item[]): Promise<void> => {
    let requests: unknown[] = keys.map((Key) => ({ DeleteRequest: { Key } }))
    for (let delay = firstDelayMs; requests.length > 0; delay = Math.min(longestDelayMs, delay * 2)) {
      const command = new BatchWriteCommand({ RequestItems: { [tableName(table)]: requests as [] } })
      const { UnprocessedItems = {} } = await send((options) => client.send(command, options))
      requests = UnprocessedItems[tableName(table)] ?? []
      if (requests.length === 0) return
      if (remainingMs() <= delay) throw storeUnavailable(new Error('items were left unprocessed'))
      await sleep(delay)
    }
  }

  /** Deletes items of a partition that is the recipient's alone. */
  const deletePartitioned = (recipientId: string, table: TableName, keys: readonly Item[]): Promise<void> => {
    const own = { [partitionKeyOf(table)]: partitionOf(table, recipientId) }
    const batches = Array.from({ length: Math.ceil(keys.length / batchSize) }, (_, index) =>
      keys.slice(index * batchSize, (index + 1) * batchSize).map((key) => ({ ...key, ...own })),
    )
    return forEachConcurrently(batches, concurrency, (batch) => deleteBatch(table, batch))
  }

  /** Deletes an item unless it has become another's since it was read: a chat or an account may change hands. */
  const deleteOwned = async (recipientId: string, table: TableName, Key: Item): Promise<void> => {
    const Delete = {
      TableName: tableName(table),
      Key,
      ConditionExpression: 'recipientId = :me',
      ExpressionAttributeValues: { ':me': recipientId },
    }
    await applyWrites(client, [{ operation: { Delete }, repeatable: true }])
  }

  return {
    /** A page of whole items. */
    items: (recipientId: string, table: TableName, after: Item | undefined) =>
      read(recipientId, table, after, undefined),

    /** A page of keys. */
    keys: (recipientId: string, table: TableName, after: Item | undefined) =>
      read(recipientId, table, after, keyNames(table)),

    /** Deletes items that were found to be the recipient's, and no other's; those that are gone already are none. */
    remove: (recipientId: string, table: TableName, keys: readonly Item[]): Promise<void> =>
      isPartitioned(table)
        ? deletePartitioned(recipientId, table, keys)
        : forEachConcurrently(keys, concurrency, (key) => deleteOwned(recipientId, table, key)),
  }
}

export type PersonalDataRepository = ReturnType<typeof personalDataRepository>
