import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  paginateQuery,
  paginateScan,
  type ScanCommandInput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { backoffMs } from '../../../shared/runtime/backoffMs.ts'
import { forEachConcurrently } from '../../../shared/runtime/forEachConcurrently.ts'

export type Item = Record<string, AttributeValue>

/** The attributes of an item's primary key. */
export type Key = Item

/** Keys by their text, each once. */
export type Keys = ReadonlyMap<string, Key>

export interface ItemTables {
  /** The name of the table that is read. */
  readonly copy: string
  /** The name of the table that is made equal to it. */
  readonly target: string
  /** Attributes of the primary key, which both have. */
  readonly keys: readonly string[]
  readonly isWanted: (item: Item) => boolean
  /** Whether an item of the target stays, whatever the copy has: it is not the recipient's whose items come back. */
  readonly isOthers: (item: Item) => boolean
}

/** The changes of the target, or those that would be made. */
export interface CopyCounts {
  readonly put: number
  readonly deleted: number
  readonly unchanged: number
}

/** The reads that together give the items of a table, or those of one recipient in it. */
export type ItemReads = (client: DynamoDBClient, table: string) => readonly AsyncIterable<readonly Item[]>[]

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

/** Text of a key, which is the same for both tables. */
export const keyText = (item: Item, keys: readonly string[]): string => JSON.stringify(keys.map((name) => item[name]))

/** The items of all keys, by the keys' texts. */
const readAll = async (client: DynamoDBClient, table: string, wanted: readonly Key[], keys: readonly string[]) => {
  const found = new Map<string, Item>()
  await forEachConcurrently(chunksOf(wanted, readSize), concurrency, async (chunk) => {
    for (const item of await read(client, table, chunk)) found.set(keyText(item, keys), item)
  })
  return found
}

const isEqual = (one: Item, other: Item | undefined): boolean => isDeepStrictEqual(comparable(one), comparable(other))

/** Segments in which a whole table is read. */
const segments = 8

/** Reads a whole table in segments, or with a filter only some of its items. */
export const wholeTable =
  (filter: Pick<ScanCommandInput, 'FilterExpression' | 'ExpressionAttributeValues'> = {}): ItemReads =>
  (client, TableName) =>
    Array.from({ length: segments }, async function* (_, Segment): AsyncGenerator<readonly Item[]> {
      const input = { TableName, Segment, TotalSegments: segments, ConsistentRead: true, ...filter }
      for await (const { Items = [] } of paginateScan({ client }, input)) yield Items
    })

/** Reads one partition. */
export const onePartition =
  (partitionKey: string, value: string): ItemReads =>
  (client, TableName) => [
    (async function* (): AsyncGenerator<readonly Item[]> {
      const input = {
        TableName,
        KeyConditionExpression: '#key = :value',
        ExpressionAttributeNames: { '#key': partitionKey },
        ExpressionAttributeValues: { ':value': { S: value } },
        ConsistentRead: true,
      }
      for await (const { Items = [] } of paginateQuery({ client }, input)) yield Items
    })(),
  ]

/**
 * The keys under which the target is not as it has to be. Nothing is changed, so the service may be open, and what
 * changes meanwhile is not found.
 */
export const differingKeys = async (
  client: DynamoDBClient,
  { copy, target, keys, isWanted, isOthers }: ItemTables,
  reads: ItemReads,
): Promise<{ readonly differing: Keys; readonly counts: CopyCounts }> => {
  const counts = { put: 0, deleted: 0, unchanged: 0 }
  const differing = new Map<string, Key>()
  const collect = (items: readonly Item[]): number => {
    for (const item of items) differing.set(keyText(item, keys), keyOf(item, keys))
    return items.length
  }
  const pages = async (from: string, other: string, use: (items: readonly Item[], found: Map<string, Item>) => void) =>
    forEachConcurrently(reads(client, from), segments, async (each) => {
      for await (const items of each)
        use(
          items,
          await readAll(
            client,
            other,
            items.map((item) => keyOf(item, keys)),
            keys,
          ),
        )
    })
  await pages(copy, target, (items, found) => {
    const wanted = items.filter(isWanted)
    const isToPut = (item: Item): boolean => {
      const present = found.get(keyText(item, keys))
      return present === undefined || !(isEqual(item, present) || isOthers(present))
    }
    const put = collect(wanted.filter(isToPut))
    counts.put += put
    counts.unchanged += wanted.length - put
  })
  await pages(target, copy, (items, found) => {
    const superfluous = items.filter((item) => {
      const kept = found.get(keyText(item, keys))
      return kept === undefined || !isWanted(kept)
    })
    counts.deleted += collect(superfluous)
  })
  return { differing, counts }
}

/** Keys that are read and written together: one call for each table. */
const together = readSize

/**
 * Makes the items of the target under these keys those of the copy. Only differences are written, so it can be
 * interrupted and repeated at any point. A dry run afterwards proves that both are equal.
 */
export const copyItems = async (
  client: DynamoDBClient,
  { copy, target, keys, isWanted, isOthers }: ItemTables,
  wanted: Keys,
  dryRun = false,
): Promise<CopyCounts> => {
  const counts = { put: 0, deleted: 0, unchanged: 0 }
  await forEachConcurrently(chunksOf([...wanted.values()], together), concurrency, async (chunk) => {
    const [then, now] = await Promise.all([copy, target].map((table) => readAll(client, table, chunk, keys)))
    const requests = chunk.flatMap((key): readonly WriteRequest[] => {
      const text = keyText(key, keys)
      const [kept, present] = [then?.get(text), now?.get(text)]
      if (present !== undefined && isOthers(present)) return []
      if (kept !== undefined && isWanted(kept)) return isEqual(kept, present) ? [] : [{ PutRequest: { Item: kept } }]
      return present === undefined ? [] : [{ DeleteRequest: { Key: key } }]
    })
    const put = requests.filter(({ PutRequest }) => PutRequest !== undefined).length
    counts.put += put
    counts.deleted += requests.length - put
    counts.unchanged += chunk.length - requests.length
    if (!dryRun) await write(client, target, requests)
  })
  return counts
}
