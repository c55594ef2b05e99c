import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  paginateScan,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { backoffMs } from '../../../shared/runtime/backoffMs.ts'
import { forEachConcurrently } from '../../../shared/runtime/forEachConcurrently.ts'

type Item = Record<string, AttributeValue>

export interface CopyOptions {
  /** The name of the table that is read. */
  readonly copy: string
  /** The name of the table that is made equal to it. */
  readonly target: string
  /** Attributes of the primary key, which both have. */
  readonly keys: readonly string[]
  readonly isWanted: (item: Item) => boolean
  /** Whether the differences are only counted. */
  readonly dryRun: boolean
}

/** The changes of the target, or in a dry run those that would be made. */
export interface CopyCounts {
  readonly put: number
  readonly deleted: number
  readonly unchanged: number
}

/** Items that one call reads and writes, and calls at a time. */
const [readSize, writeSize, concurrency] = [100, 25, 8]
/** Milliseconds before the unprocessed items of a throttled table are sent again. */
const [firstDelayMs, longestDelayMs] = [50, 5000]

const chunksOf = <T>(values: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size))

const isSet = (value: object): boolean => 'SS' in value || 'NS' in value || 'BS' in value

/** Members of sets have no order. */
const comparable = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    isSet(value) && Array.isArray(inner) ? inner.map(String).toSorted() : comparable(inner),
  ])
  return Object.fromEntries(entries)
}

const keyOf = (item: Item, keys: readonly string[]): Item =>
  Object.fromEntries(keys.map((name) => [name, item[name] as AttributeValue]))

const read = async (client: DynamoDBClient, table: string, keys: readonly Item[]): Promise<readonly Item[]> => {
  const found: Item[] = []
  let asked: Item[] = [...keys]
  for (let attempt = 1; asked.length > 0; attempt++) {
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [table]: { Keys: asked, ConsistentRead: true } } }),
    )
    found.push(...(Responses[table] ?? []))
    asked = UnprocessedKeys[table]?.Keys ?? []
    if (asked.length > 0) await sleep(backoffMs(attempt, firstDelayMs, longestDelayMs))
  }
  return found
}

const write = (client: DynamoDBClient, table: string, requests: readonly WriteRequest[]): Promise<void> =>
  forEachConcurrently(chunksOf(requests, writeSize), concurrency, async (chunk) => {
    let asked: WriteRequest[] = [...chunk]
    for (let attempt = 1; asked.length > 0; attempt++) {
      const { UnprocessedItems = {} } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [table]: asked } }),
      )
      asked = UnprocessedItems[table] ?? []
      if (asked.length > 0) await sleep(backoffMs(attempt, firstDelayMs, longestDelayMs))
    }
  })

/** The items of a table page by page, each with its counterpart of the same key in another table. */
async function* pairs(client: DynamoDBClient, from: string, other: string, keys: readonly string[]) {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    const counterparts = new Map<string, Item>()
    const identity = (item: Item): string => JSON.stringify(keys.map((name) => item[name]))
    await forEachConcurrently(chunksOf(Items, readSize), concurrency, async (chunk) => {
      const found = await read(
        client,
        other,
        chunk.map((item) => keyOf(item, keys)),
      )
      for (const item of found) counterparts.set(identity(item), item)
    })
    yield Items.map((item) => [item, counterparts.get(identity(item))] as const)
  }
}

/**
 * Makes the items of a table those of a copy. Only differences are written, so that it can be interrupted and repeated
 * at any place, and a dry run afterwards proves that both are equal.
 */
export const copyItems = async (client: DynamoDBClient, options: CopyOptions): Promise<CopyCounts> => {
  const { copy, target, keys, isWanted, dryRun } = options
  const counts = { put: 0, deleted: 0, unchanged: 0 }
  const apply = async (requests: readonly WriteRequest[]): Promise<void> => {
    if (!dryRun) await write(client, target, requests)
  }
  for await (const page of pairs(client, copy, target, keys)) {
    const wanted = page.filter(([item]) => isWanted(item))
    const differing = wanted.filter(([item, found]) => !isDeepStrictEqual(comparable(item), comparable(found)))
    counts.put += differing.length
    counts.unchanged += wanted.length - differing.length
    await apply(differing.map(([Item]) => ({ PutRequest: { Item } })))
  }
  for await (const page of pairs(client, target, copy, keys)) {
    const superfluous = page.filter(([, kept]) => kept === undefined || !isWanted(kept))
    counts.deleted += superfluous.length
    await apply(superfluous.map(([item]) => ({ DeleteRequest: { Key: keyOf(item, keys) } })))
  }
  return counts
}
