import { setTimeout as sleep } from 'node:timers/promises'
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { TableName } from '../../contract/resources.ts'
import type { Item } from '../../contract/write.ts'
import { send, storeUnavailable } from '../../mechanisms/aws/send.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { queryPage } from '../../mechanisms/store/query.ts'
import { allOf, type Condition, remove } from '../../mechanisms/store/writes.ts'
import { forEachConcurrently } from '../../runtime/forEachConcurrently.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { type Naming, namings } from './namedItems.ts'
import { isPartitioned, keyNames, ownerIndexOf, partitionKeyOf, partitionOf } from './personalTables.ts'

/** About the megabyte where DynamoDB stops. Without it the local engine reads all items before it stops. */
const pageLimit = 2500
/** Keys that one call reads from an index: as many as one call then reads from the table. */
const indexLimit = 100
/** Items that one call deletes, and calls at a time. */
const [batchSize, concurrency] = [25, 4]
/** Backoff for unprocessed items of a throttled table. */
const [firstDelayMs, longestDelayMs] = [20, 1000]

/** At most a megabyte of a table, and where the next page begins if there is more. */
export interface PersonalPage {
  readonly items: readonly Item[]
  readonly lastKey: Item | undefined
}

const isOf = (recipientId: string): Condition => ({ if: 'recipientId = :recipientId', values: { recipientId } })

/** Holds while the attribute is as it was read. */
const hasSame = (name: string, seen: unknown): Condition =>
  seen === undefined
    ? { if: `attribute_not_exists(#${name})` }
    : { if: `#${name} = :${name}`, values: { [name]: seen } }

/** A recipient's items, in any table. */
export const personalDataRepository = (client: DynamoDBDocumentClient, tableName: (table: TableName) => string) => {
  /** Reads the partition, or keys in an index, which is eventually consistent: a later round finds missing ones. */
  const read = async (
    recipientId: string,
    table: TableName,
    after: Item | undefined,
    attributes?: readonly string[],
  ): Promise<PersonalPage> => {
    const IndexName = ownerIndexOf(table)
    const owner = IndexName === undefined ? partitionKeyOf(table) : 'recipientId'
    const { items, last } = await queryPage(client, {
      TableName: tableName(table),
      ...(IndexName === undefined ? { ConsistentRead: true, Limit: pageLimit } : { IndexName, Limit: indexLimit }),
      KeyConditionExpression: '#owner = :owner',
      ExpressionAttributeNames: {
        '#owner': owner,
        ...(attributes && Object.fromEntries(attributes.map((name) => [`#${name}`, name]))),
      },
      ExpressionAttributeValues: { ':owner': partitionOf(table, recipientId) },
      ...(attributes && { ProjectionExpression: attributes.map((name) => `#${name}`).join(', ') }),
      ...(after && { ExclusiveStartKey: after }),
    })
    return { items, lastKey: last }
  }

  /** The items of keys from an index, if they still belong to the recipient. */
  const whole = async (recipientId: string, table: TableName, keys: readonly Item[]): Promise<readonly Item[]> => {
    if (keys.length === 0) return []
    const name = tableName(table)
    const { [name]: items = [] } = await batchGet(client, { [name]: { Keys: [...keys], ConsistentRead: true } })
    return items.filter((item) => item['recipientId'] === recipientId)
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

  /** The key of an item in a partition that is the recipient's alone. */
  const ownKey = (recipientId: string, table: TableName, item: Item): Item => ({
    ...Object.fromEntries(keyNames(table).map((name) => [name, item[name]])),
    [partitionKeyOf(table)]: partitionOf(table, recipientId),
  })

  /** Deletes items of a partition that is the recipient's alone. */
  const deletePartitioned = (recipientId: string, table: TableName, keys: readonly Item[]): Promise<void> => {
    const batches = Array.from({ length: Math.ceil(keys.length / batchSize) }, (_, index) =>
      keys.slice(index * batchSize, (index + 1) * batchSize).map((key) => ownKey(recipientId, table, key)),
    )
    return forEachConcurrently(batches, concurrency, (batch) => deleteBatch(table, batch))
  }

  /** Deletes an item unless it has become another's since it was read: a chat or an account may change hands. */
  const deleteOwned = async (recipientId: string, table: TableName, Key: Item): Promise<void> => {
    await applyWrites(client, [remove(tableName(table), Key, { when: isOf(recipientId), repeatable: true })])
  }

  /**
   * Deletes the items that an item names, then the item, unless it names other ones meanwhile: a later round finds
   * those. A crash in between leaves the item, so that nothing is forgotten.
   */
  const deleteNaming = async (
    recipientId: string,
    table: TableName,
    { attributes, named }: Naming,
    item: Item,
  ): Promise<void> => {
    for (const { table: other, key, of = recipientId } of named(item)) await deleteOwned(of, other, key)
    const Key = ownKey(recipientId, table, item)
    const when = allOf(...attributes.map((name) => hasSame(name, item[name])))
    await applyWrites(client, [remove(tableName(table), Key, { when, repeatable: true })])
  }

  return {
    /** A page of whole items. */
    list: async (recipientId: string, table: TableName, after: Item | undefined): Promise<PersonalPage> => {
      if (ownerIndexOf(table) === undefined) return read(recipientId, table, after)
      const { items, lastKey } = await read(recipientId, table, after, keyNames(table))
      return { items: await whole(recipientId, table, items), lastKey }
    },

    /** A page of keys, with the attributes by which items name others. */
    keys: (recipientId: string, table: TableName, after: Item | undefined) =>
      read(recipientId, table, after, [...keyNames(table), ...(namings[table]?.attributes ?? [])]),

    /** Deletes items that still belong to the recipient, and those that they name; missing ones are ignored. */
    remove: (recipientId: string, table: TableName, items: readonly Item[]): Promise<void> => {
      const naming = namings[table]
      if (naming !== undefined)
        return forEachConcurrently(items, concurrency, (item) => deleteNaming(recipientId, table, naming, item))
      return isPartitioned(table)
        ? deletePartitioned(recipientId, table, items)
        : forEachConcurrently(items, concurrency, (key) => deleteOwned(recipientId, table, key))
    },
  }
}

export type PersonalDataRepository = ReturnType<typeof personalDataRepository>
