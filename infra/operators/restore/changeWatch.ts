import { setTimeout as sleep } from 'node:timers/promises'
import { DescribeTableCommand, type DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import { forEachConcurrently } from '../../../shared/runtime/forEachConcurrently.ts'
import type { AwsCall } from '../awsCall.ts'
import type { Key } from './copyItems.ts'

/** Sees which items change while tables are compared. */
export interface ChangeWatch {
  /** The keys that were changed since the last call, by the name of the table; some may have been changed before. */
  read(): Promise<ReadonlyMap<string, readonly Key[]>>
  /** Takes back what the watch has set up. */
  end(): Promise<void>
}

export interface WatchedTable {
  readonly name: string
  /** Whether the template gives the table a stream, which stays. */
  readonly isStreamed: boolean
}

/** The state of one shard: the last record that was read, and whether the shard is closed and read. */
interface Position {
  after?: string
  isFinished?: true
}

interface StreamPage {
  readonly Records?: readonly { readonly dynamodb: { readonly Keys: Key; readonly SequenceNumber: string } }[]
  readonly NextShardIterator?: string | null
}

interface Shards {
  readonly StreamDescription: {
    readonly Shards?: readonly { readonly ShardId: string }[]
    readonly LastEvaluatedShardId?: string
  }
}

/** Tables and shards at a time, and empty answers in a row after which an open shard counts as read. */
const [concurrency, emptyAnswers] = [4, 3]

const describe = async (client: DynamoDBClient, TableName: string) =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table

/** The stream of a table, which gets one that has only keys if it has none. */
const streamOf = async (client: DynamoDBClient, TableName: string, pollingMs: number): Promise<string> => {
  const before = await describe(client, TableName)
  if (before?.StreamSpecification?.StreamEnabled !== true)
    await client.send(
      new UpdateTableCommand({
        TableName,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      }),
    )
  for (;;) {
    const table = await describe(client, TableName)
    if (table?.TableStatus === 'ACTIVE' && table.LatestStreamArn !== undefined) return table.LatestStreamArn
    await sleep(pollingMs)
  }
}

const shardsOf = async (call: AwsCall, StreamArn: string): Promise<readonly string[]> => {
  const found: string[] = []
  let ExclusiveStartShardId: string | undefined
  do {
    const input = { StreamArn, ...(ExclusiveStartShardId !== undefined && { ExclusiveStartShardId }) }
    const { StreamDescription } = (await call('dynamodbstreams', 'describe-stream', input)) as unknown as Shards
    found.push(...(StreamDescription.Shards ?? []).map(({ ShardId }) => ShardId))
    ExclusiveStartShardId = StreamDescription.LastEvaluatedShardId
  } while (ExclusiveStartShardId !== undefined)
  return found
}

/** Reads a shard on from its position. A stream keeps records for a day, so a longer comparison fails here. */
const readShard = async (call: AwsCall, StreamArn: string, ShardId: string, position: Position): Promise<Key[]> => {
  const from =
    position.after === undefined
      ? { ShardIteratorType: 'TRIM_HORIZON' }
      : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position.after }
  const { ShardIterator } = await call('dynamodbstreams', 'get-shard-iterator', { StreamArn, ShardId, ...from })
  const found: Key[] = []
  let iterator = ShardIterator as string | null | undefined
  for (let empty = 0; empty < emptyAnswers; ) {
    const page = (await call('dynamodbstreams', 'get-records', { ShardIterator: iterator })) as StreamPage
    const records = page.Records ?? []
    found.push(...records.map(({ dynamodb }) => dynamodb.Keys))
    const last = records.at(-1)
    if (last !== undefined) position.after = last.dynamodb.SequenceNumber
    empty = records.length === 0 ? empty + 1 : 0
    iterator = page.NextShardIterator
    if (iterator === undefined || iterator === null) {
      position.isFinished = true
      break
    }
  }
  return found
}

/**
 * Watches tables by their streams. A table without a stream gets one until the watch ends: DynamoDB then reports every
 * change of it, whoever makes it.
 */
export const watchChanges = async (
  client: DynamoDBClient,
  call: AwsCall,
  tables: readonly WatchedTable[],
  pollingMs: number,
): Promise<ChangeWatch> => {
  const streams = new Map<string, { readonly arn: string; readonly positions: Map<string, Position> }>()
  await forEachConcurrently(tables, concurrency, async ({ name }) => {
    streams.set(name, { arn: await streamOf(client, name, pollingMs), positions: new Map() })
  })

  const readTable = async (name: string): Promise<readonly Key[]> => {
    const { arn, positions } = streams.get(name) ?? { arn: '', positions: new Map<string, Position>() }
    const found: Key[] = []
    for (;;) {
      const unread = (await shardsOf(call, arn)).filter((shard) => positions.get(shard)?.isFinished !== true)
      const isNew = unread.some((shard) => !positions.has(shard))
      for (const shard of unread) if (!positions.has(shard)) positions.set(shard, {})
      await forEachConcurrently(unread, concurrency, async (shard) => {
        found.push(...(await readShard(call, arn, shard, positions.get(shard) ?? {})))
      })
      // A shard that was split while it was read has new ones, which have to be read as well.
      if (!isNew) return found
    }
  }

  return {
    read: async () => {
      const changed = new Map<string, readonly Key[]>()
      await forEachConcurrently(tables, concurrency, async ({ name }) => {
        changed.set(name, await readTable(name))
      })
      return changed
    },
    end: async () => {
      const own = tables.filter(({ isStreamed }) => !isStreamed)
      await forEachConcurrently(own, concurrency, async ({ name: TableName }) => {
        if ((await describe(client, TableName))?.StreamSpecification?.StreamEnabled !== true) return
        const StreamSpecification = { StreamEnabled: false }
        await client.send(new UpdateTableCommand({ TableName, StreamSpecification }))
      })
    },
  }
}
