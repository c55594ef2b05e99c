import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  ListTablesCommand,
  paginateScan,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import type { TableNames } from './stackTables.ts'

/**
 * The tables whose items have an attribute for pending work, with the value that means pending. Work that is useless when it is late
 * (announcements of a stream that is over) is not replayed.
 */
const dueTables = [
  { table: 'payments', attribute: 'projection', value: 'due' },
  { table: 'videos', attribute: 'status', value: 'prepared' },
] as const

/** The tables of a local API, which has one stack. */
export const localTables =
  (client: DynamoDBClient): TableNames =>
  async (table) => {
    const { TableNames: names = [] } = await client.send(new ListTablesCommand({}))
    const found = names.find((name) => name.includes(`-${table}Table`))
    if (found === undefined) throw new Error(`The local API has no table ${table}`)
    return found
  }

interface DueItems {
  readonly tableName: string
  readonly attribute: string
  readonly value: string
}

/**
 * Changes every item that is still due, so that the table's stream brings it to its worker again, even if it was in the dead-letter
 * queue for longer than the day that a stream keeps. Workers read the item and not the record, so this can be done at any time.
 */
export const touchDue = async (client: DynamoDBClient, { tableName, attribute, value }: DueItems): Promise<number> => {
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
      ProjectionExpression: 'recipientId, id',
      ConsistentRead: true,
    },
  )
  let touched = 0
  for await (const { Items = [] } of pages)
    for (const Key of Items) {
      const command = new UpdateItemCommand({
        ...ofDue,
        Key,
        UpdateExpression: 'SET replayedAt = :now',
        ConditionExpression: '#attribute = :value',
        ExpressionAttributeValues: { ':value': { S: value }, ':now': { S: new Date().toISOString() } },
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
    yield { table, items: await touchDue(client, { tableName, attribute, value }) }
  }
}
