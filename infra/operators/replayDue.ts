import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  ListTablesCommand,
  paginateQuery,
  paginateScan,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { identifiedPayment, paymentOfItem } from '../../shared/areas/payments/projection/historyIdentity.ts'
import { shownVersion } from '../../shared/areas/payments/projection/projectionRepository.ts'
import type { Item } from '../../shared/contract/write.ts'
import { batchGet } from '../../shared/mechanisms/store/batchGet.ts'
import { timeIndex } from '../../shared/mechanisms/store/timeIndex.ts'
import { forEachConcurrently } from '../../shared/runtime/forEachConcurrently.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'
import { sortableDateTime } from '../../shared/runtime/time/utc.ts'
import type { TableNames } from './stackTables.ts'

/** Where items of a recipient that are not older than a time begin: in the table, or in an index by time. */
interface FromTime {
  readonly index?: string
  readonly key: string
  readonly first: (time: Date) => string
}

interface DueTable {
  readonly table: 'payments' | 'videos' | 'streamEvents'
  readonly attribute: string
  readonly value: string
  /** Absent where items have no order of time; such a table deletes them soon. */
  readonly from?: FromTime
}

/** The first id of a UUIDv7's time; ids that derive from a time begin in the same way. */
const firstId = (time: Date): string => {
  const digits = time.getTime().toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/**
 * The tables whose items have an attribute for pending work, with the value that means pending. Work that is useless
 * when it is late (announcements of a stream that is over) is not replayed.
 */
const dueTables: readonly DueTable[] = [
  {
    table: 'payments',
    attribute: 'projection',
    value: 'due',
    from: { index: timeIndex, key: 'listedAt', first: (time) => sortableDateTime(time.toISOString()) },
  },
  { table: 'videos', attribute: 'status', value: 'prepared', from: { key: 'id', first: firstId } },
  { table: 'streamEvents', attribute: 'state', value: 'due' },
]

/** The items that a replay looks at. */
export interface ReplayRange {
  /** Items that were first reported since this time; absent: all, also changes of older payments. */
  readonly since?: Date | undefined
  readonly recipient?: string | undefined
}

/** The tables of a local API: what it has kept of an earlier layout is in another stack. */
export const localTables =
  (client: DynamoDBClient): TableNames =>
  async (table) => {
    const { TableNames: names = [] } = await client.send(new ListTablesCommand({}))
    const found = names.find((name) => name.includes(`-data-${table}Table`))
    if (found === undefined) throw new Error(`The local API has no table ${table}`)
    return found
  }

interface DueItems extends DueTable {
  readonly tableName: string
  /** Of payments: the table `history`, whose items show which of those that are due were projected. */
  readonly historyTable?: string
}

/** Payments whose places in the history are read together: two keys each, of 100. */
const mostPayments = 50

/** The versions of payments that the history shows, by the payments' ids. */
export const shownVersions = async (
  client: DynamoDBClient,
  historyTable: string,
  items: readonly Item[],
): Promise<ReadonlyMap<unknown, number>> => {
  const documents = DynamoDBDocumentClient.from(client)
  const versions = new Map<unknown, number>()
  for (let start = 0; start < items.length; start += mostPayments) {
    const part = items.slice(start, start + mostPayments)
    const ids = (item: Item) => Object.values(identifiedPayment(item).identities).map(({ id }) => id)
    const keys = part.flatMap((item) => ids(item).map((id) => ({ recipientId: item['recipientId'], id })))
    const Keys = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()]
    const { [historyTable]: shown = [] } = await batchGet(documents, { [historyTable]: { Keys, ConsistentRead: true } })
    for (const each of shown) versions.set(paymentOfItem(each).paymentId, shownVersion(each))
  }
  return versions
}

/** The payments that no history item shows as they are. */
const unshown = async (
  client: DynamoDBClient,
  historyTable: string,
  items: readonly Item[],
): Promise<readonly Item[]> => {
  const versions = await shownVersions(client, historyTable, items)
  return items.filter(({ id, version }) => (versions.get(id) ?? 0) < Number(version))
}

/** Recipients that are asked at a time, and segments in which a whole table is read. */
const concurrency = 16

/** The pages of due items of one recipient. */
const pagesOfRecipient = (client: DynamoDBClient, due: DueItems, recipient: string, since: Date | undefined) => {
  const { tableName, from } = due
  const isRanged = from !== undefined && since !== undefined
  return paginateQuery(
    { client },
    {
      TableName: tableName,
      ...(isRanged && from.index !== undefined && { IndexName: from.index }),
      ConsistentRead: true,
      KeyConditionExpression: isRanged ? 'recipientId = :recipient AND #key >= :first' : 'recipientId = :recipient',
      FilterExpression: '#attribute = :value',
      ExpressionAttributeNames: { '#attribute': due.attribute, ...(isRanged && { '#key': from.key }) },
      ExpressionAttributeValues: {
        ':value': { S: due.value },
        ':recipient': { S: recipient },
        ...(isRanged && { ':first': { S: from.first(since) } }),
      },
    },
  )
}

/** The pages of due items of a whole table, in one of its segments. */
const pagesOfSegment = (client: DynamoDBClient, { tableName, attribute, value }: DueItems, Segment: number) =>
  paginateScan(
    { client },
    {
      TableName: tableName,
      Segment,
      TotalSegments: concurrency,
      FilterExpression: '#attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': { S: value } },
      ConsistentRead: true,
    },
  )

type Pages = AsyncIterable<{ readonly Items?: Record<string, AttributeValue>[] | undefined }>

/**
 * The recipients that may have payments: those with a gateway, and those with totals, whose gateway may be gone. A
 * first payment that was given up has made no totals.
 */
const recipientsOf = async (client: DynamoDBClient, tableNameOf: TableNames): Promise<readonly string[]> => {
  const found = new Set<string>()
  for (const table of ['gateways', 'recipients'])
    for await (const { Items = [] } of paginateScan(
      { client },
      { TableName: await tableNameOf(table), ProjectionExpression: 'recipientId' },
    ))
      for (const { recipientId } of Items) found.add(String(recipientId?.S))
  return [...found]
}

/** The reads that together find the due items of a range. */
const readsOf = (
  client: DynamoDBClient,
  due: DueItems,
  { since, recipient }: ReplayRange,
  recipients: readonly string[],
): readonly (() => Pages)[] => {
  if (recipient !== undefined) return [() => pagesOfRecipient(client, due, recipient, since)]
  if (since !== undefined && due.from !== undefined)
    return recipients.map((each) => () => pagesOfRecipient(client, due, each, since))
  return Array.from({ length: concurrency }, (_, segment) => () => pagesOfSegment(client, due, segment))
}

/** Changes an item that is still due; resolves to false if its worker has finished it in the meantime. */
const touch = async (
  client: DynamoDBClient,
  { tableName, attribute, value }: DueItems,
  { recipientId, id }: Item,
  now: Date,
): Promise<boolean> => {
  const command = new UpdateItemCommand({
    TableName: tableName,
    Key: { recipientId: { S: String(recipientId) }, id: { S: String(id) } },
    UpdateExpression: 'SET replayedAt = :now',
    ConditionExpression: '#attribute = :value',
    ExpressionAttributeNames: { '#attribute': attribute },
    ExpressionAttributeValues: { ':value': { S: value }, ':now': { S: now.toISOString() } },
  })
  try {
    await client.send(command)
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

/**
 * Changes every item that is still due, so that the table's stream brings it to its worker again, even if it was in the
 * dead-letter queue for longer than the day that a stream keeps. Workers read the item and not the record, so this can
 * be done at any time.
 */
const touchDue = async (
  client: DynamoDBClient,
  due: DueItems,
  reads: readonly (() => Pages)[],
  clock: Clock,
): Promise<number> => {
  let touched = 0
  await forEachConcurrently(reads, concurrency, async (read) => {
    for await (const { Items = [] } of read()) {
      const items: readonly Item[] = Items.map((item) => unmarshall(item))
      const pending = due.historyTable === undefined ? items : await unshown(client, due.historyTable, items)
      for (const item of pending) if (await touch(client, due, item, new Date(clock()))) touched++
    }
  })
  return touched
}

/** How many items of a table have been brought to their worker again. */
export interface Replayed {
  readonly table: string
  readonly items: number
}

export const lineOf = ({ table, items }: Replayed): string =>
  `${table}: ${items} due ${items === 1 ? 'item' : 'items'} brought to the worker again`

/** Replays what is due in a deployment, table by table. */
export async function* replayDue(
  client: DynamoDBClient,
  tableNameOf: TableNames,
  range: ReplayRange = {},
  clock = systemClock,
): AsyncGenerator<Replayed> {
  const isByRecipient = range.recipient === undefined && range.since !== undefined
  const recipients = isByRecipient ? await recipientsOf(client, tableNameOf) : []
  for (const each of dueTables) {
    const ofPayments = each.table === 'payments' && { historyTable: await tableNameOf('history') }
    const due = { ...each, tableName: await tableNameOf(each.table), ...ofPayments }
    yield { table: each.table, items: await touchDue(client, due, readsOf(client, due, range, recipients), clock) }
  }
}
