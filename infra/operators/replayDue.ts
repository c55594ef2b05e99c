import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  ListTablesCommand,
  paginateScan,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { identifiedPayment, paymentOfItem } from '../../shared/areas/payments/projection/historyIdentity.ts'
import { shownVersion } from '../../shared/areas/payments/projection/projectionRepository.ts'
import type { Item } from '../../shared/contract/write.ts'
import { batchGet } from '../../shared/mechanisms/store/batchGet.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import type { TableNames } from './stackTables.ts'

/**
 * The tables whose items have an attribute for pending work, with the value that means pending. Work that is useless
 * when it is late (announcements of a stream that is over) is not replayed.
 */
const dueTables = [
  { table: 'payments', attribute: 'projection', value: 'due' },
  { table: 'videos', attribute: 'status', value: 'prepared' },
  { table: 'streamEvents', attribute: 'state', value: 'due' },
] as const

/** The tables of a local API: what it has kept of an earlier layout is in another stack. */
export const localTables =
  (client: DynamoDBClient): TableNames =>
  async (table) => {
    const { TableNames: names = [] } = await client.send(new ListTablesCommand({}))
    const found = names.find((name) => name.includes(`-data-${table}Table`))
    if (found === undefined) throw new Error(`The local API has no table ${table}`)
    return found
  }

interface DueItems {
  readonly tableName: string
  readonly attribute: string
  readonly value: string
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

/**
 * Changes every item that is still due, so that the table's stream brings it to its worker again, even if it was in the
 * dead-letter queue for longer than the day that a stream keeps. Workers read the item and not the record, so this can
 * be done at any time.
 */
export const touchDue = async (
  client: DynamoDBClient,
  { tableName, attribute, value, historyTable }: DueItems,
  clock = systemClock,
): Promise<number> => {
  const ofDue = {
    TableName: tableName,
    ExpressionAttributeNames: { '#attribute': attribute },
  }
  const pages = paginateScan(
    { client },
    {
      ...ofDue,
      FilterExpression: '#attribute = :value',
      ExpressionAttributeValues: { ':value': { S: value } },
      ConsistentRead: true,
    },
  )
  let touched = 0
  for await (const { Items = [] } of pages) {
    const due: readonly Item[] = Items.map((item) => unmarshall(item))
    for (const { recipientId, id } of historyTable === undefined ? due : await unshown(client, historyTable, due)) {
      const Key = { recipientId: { S: String(recipientId) }, id: { S: String(id) } }
      const command = new UpdateItemCommand({
        ...ofDue,
        Key,
        UpdateExpression: 'SET replayedAt = :now',
        ConditionExpression: '#attribute = :value',
        ExpressionAttributeValues: { ':value': { S: value }, ':now': { S: new Date(clock()).toISOString() } },
      })
      const isStillDue = await client.send(command).then(
        () => true,
        (error: unknown) => {
          // The worker has finished the item in the meantime.
          if (error instanceof ConditionalCheckFailedException) return false
          throw error
        },
      )
      if (isStillDue) touched++
    }
  }
  return touched
}

/** How many items of a table have been brought to their worker again. */
export interface Replayed {
  readonly table: string
  readonly items: number
}

export const lineOf = ({ table, items }: Replayed): string =>
  `${table}: ${items} due ${items === 1 ? 'item' : 'items'} brought to the worker again`

/** Replays everything that is due in a deployment, table by table. */
export async function* replayDue(client: DynamoDBClient, tableNameOf: TableNames): AsyncGenerator<Replayed> {
  for (const { table, attribute, value } of dueTables) {
    const tableName = await tableNameOf(table)
    const ofPayments = table === 'payments' && { historyTable: await tableNameOf('history') }
    yield { table, items: await touchDue(client, { tableName, attribute, value, ...ofPayments }) }
  }
}
