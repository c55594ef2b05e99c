import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  ListTablesCommand,
  paginateScan,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import type { TableNames } from './stackTables.ts'

/**
 * Tables whose items say themselves that a worker is not done with them, and what they say. Work that is worth nothing when it is late
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
 * Touches every item that is still due, so that the table's stream brings it to its worker again: also what lay in the dead-letter
 * queue for longer than the day that a stream keeps. Workers look at the item and not at the record, so this can be done at any time.
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
          // Its worker came first.
          if (error instanceof ConditionalCheckFailedException) return false
          throw error
        },
      )
      if (isStillDue) touched++
    }
  return touched
}

/** Replays everything that is due in a deployment, table by table. */
export async function* replayDue(client: DynamoDBClient, tableNameOf: TableNames): AsyncGenerator<string> {
  for (const { table, attribute, value } of dueTables) {
    const tableName = await tableNameOf(table)
    const touched = await touchDue(client, { tableName, attribute, value })
    yield `${table}: ${touched} due ${touched === 1 ? 'item' : 'items'} brought to the worker again`
  }
}
