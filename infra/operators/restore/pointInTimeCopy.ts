import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb'

/** The name of a table's copy: the same for the same table and time, so that a repeated restoration finds it. */
export const copyName = (table: string, at: Date): string =>
  `${table}-at-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

const statusOf = async (client: DynamoDBClient, name: string): Promise<string | undefined> => {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
    return Table?.TableStatus
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** Copies a table as of a time, without indexes, streams and protection. Resolves to its name once it is readable. */
export const pointInTimeCopy = async (
  client: DynamoDBClient,
  table: string,
  at: Date,
  pollingMs: number,
): Promise<string> => {
  const name = copyName(table, at)
  if ((await statusOf(client, name)) === undefined)
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: table,
        TargetTableName: name,
        RestoreDateTime: at,
        GlobalSecondaryIndexOverride: [],
        LocalSecondaryIndexOverride: [],
      }),
    )
  for (;;) {
    const status = await statusOf(client, name)
    if (status === 'ACTIVE') return name
    if (status === undefined) throw new Error(`The copy ${name} no longer exists: somebody has deleted it`)
    await sleep(pollingMs)
  }
}

export const deleteCopy = async (client: DynamoDBClient, name: string): Promise<void> => {
  await client.send(new DeleteTableCommand({ TableName: name }))
}
