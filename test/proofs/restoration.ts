import { BatchWriteItemCommand, CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { closedMinutes } from '../../infra/operators/restore/closedTime.ts'
import { copyItems, differingKeys, type Item, wholeTable } from '../../infra/operators/restore/copyItems.ts'
import { operations } from '../../shared/operations.ts'
import { forEachConcurrently } from '../../shared/runtime/forEachConcurrently.ts'
import { socketRoutes } from '../../shared/sockets.ts'
import { workers } from '../../shared/workers.ts'
import { dynamoDbClientConfig, startDynamoDb } from '../local/runner/engines/dynamodb.ts'

/**
 * Measures the comparison and the closed part of a restoration on the embedded engine: `node test/proofs/restoration.ts
 * [items] [differing]`. Prints one JSON object: how long the service was open and closed, how many items were read in
 * a second, and for 36 million items what is computed from that. What a service waits for is left out of
 * `closedSeconds`.
 */
const [items = 1_000_000, differing = 10_000] = process.argv.slice(2).map(Number)

const engine = await startDynamoDb({ dataFolder: 'memory' })
const client = new DynamoDBClient(dynamoDbClientConfig(engine))

/** An item of the size that the bill assumes, 700 bytes. */
const itemOf = (index: number, text = 'x'): Item => ({
  recipientId: { S: `recipient-${index % 10_000}` },
  id: { S: `item-${index}` },
  text: { S: text.repeat(600) },
})

const fill = async (TableName: string, isOther: (index: number) => boolean): Promise<void> => {
  const definition = [
    { AttributeName: 'recipientId', KeyType: 'HASH' as const },
    { AttributeName: 'id', KeyType: 'RANGE' as const },
  ]
  await client.send(
    new CreateTableCommand({
      TableName,
      KeySchema: definition,
      AttributeDefinitions: definition.map(({ AttributeName }) => ({ AttributeName, AttributeType: 'S' })),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  const starts = Array.from({ length: Math.ceil(items / 25) }, (_, batch) => batch * 25)
  await forEachConcurrently(starts, 8, async (start) => {
    const indexes = Array.from({ length: Math.min(25, items - start) }, (_, offset) => start + offset)
    const requests = indexes.map((index) => ({ PutRequest: { Item: itemOf(index, isOther(index) ? 'y' : 'x') } }))
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }))
  })
}

const timed = async <Result>(act: () => Promise<Result>) => {
  const startedAt = performance.now()
  const result = await act()
  return { result, seconds: (performance.now() - startedAt) / 1000 }
}

await fill('then', () => false)
await fill('now', (index) => index % Math.floor(items / differing) === 0)
const tables = { copy: 'then', target: 'now', keys: ['recipientId', 'id'], isWanted: () => true, isOthers: () => false }
/** The comparison, behind open doors. */
const open = await timed(() => differingKeys(client, tables, wholeTable()))
const closed = await timed(() => copyItems(client, tables, open.result.differing))
const verified = await timed(() => copyItems(client, tables, open.result.differing, true))
const closedSeconds = closed.seconds + verified.seconds
/** What the closed part has read in a second, by keys; the comparison of whole tables is behind open doors. */
const itemsPerSecond = (4 * open.result.differing.size) / closedSeconds
/** The bill's 10,000 streamers after a year, of whose items so many are read again while the service is closed. */
const large = {
  read: 500_000,
  written: 300_000,
  functions: operations.length + workers.length + socketRoutes.length,
  mappings: workers.filter(({ source }) => 'stream' in source).length,
  settlingMs: 120_000,
}
const figures = {
  items,
  counts: open.result.counts,
  openSeconds: open.seconds,
  openReadsPerSecond: (4 * items) / open.seconds,
  closedSeconds,
  closedReadsPerSecond: itemsPerSecond,
  computed: { items: 36_000_000, ...large, closedMinutes: closedMinutes({ ...large, itemsPerSecond }) },
}
process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
client.destroy()
await engine.stop()
