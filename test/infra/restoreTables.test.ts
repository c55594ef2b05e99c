import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  paginateScan,
  RestoreTableToPointInTimeCommand,
  type RestoreTableToPointInTimeCommandInput,
} from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lastingTables } from '../../infra/operators/restore/restoredTables.ts'
import { type Restoration, restoreTables } from '../../infra/operators/restore/restoreTables.ts'
import { type TableName, tables } from '../../shared/contract/resources.ts'
import { keyNames } from '../../shared/personalData/personalTables.ts'
import { emptyTable } from '../support/emptyTable.ts'
import { openPaymentsBench, type PaymentsBench } from '../support/paymentsBench.ts'

type Items = readonly Record<string, AttributeValue>[]

const at = new Date('2026-01-02T03:04:05Z')

let bench: PaymentsBench
let client: DynamoDBClient
/** What AWS keeps for 35 days: the items of each table at the time. */
let kept: Map<string, Items>
let failingWrite: number | undefined

const itemsOf = async (TableName: string): Promise<Items> =>
  (await Array.fromAsync(paginateScan({ client }, { TableName }), ({ Items = [] }) => Items)).flat()

/** Every item by its key. */
const contents = async (names: readonly TableName[] = lastingTables) =>
  Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const items = await itemsOf(bench.aws.table(name))
        const keyed = items.map((item) => [JSON.stringify(keyNames(name).map((key) => item[key])), item] as const)
        return [name, Object.fromEntries(keyed)] as const
      }),
    ),
  )

const remember = async (): Promise<void> => {
  const names = Object.keys(tables) as TableName[]
  kept = new Map(await Promise.all(names.map(async (name) => [name, await itemsOf(bench.aws.table(name))] as const)))
}

/** Point-in-time recovery, which no local engine has: a table of the same keys with the items of then. */
const makeCopy = async ({ SourceTableName, TargetTableName }: RestoreTableToPointInTimeCommandInput): Promise<void> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: String(SourceTableName) }))
  const names = Table?.KeySchema?.map(({ AttributeName }) => AttributeName)
  await client.send(
    new CreateTableCommand({
      TableName: String(TargetTableName),
      KeySchema: Table?.KeySchema,
      AttributeDefinitions: Table?.AttributeDefinitions?.filter(({ AttributeName }) => names?.includes(AttributeName)),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  )
  for (const Item of kept.get(String(SourceTableName).replace('test-', '')) ?? [])
    await client.send(new PutItemCommand({ TableName: TargetTableName, Item }))
}

/** The client with point-in-time recovery, whose chosen write fails. */
const recovering = (): DynamoDBClient => {
  let writes = 0
  const send = async (command: object) => {
    if (command instanceof RestoreTableToPointInTimeCommand) return makeCopy(command.input)
    if (command instanceof BatchWriteItemCommand && ++writes === failingWrite) throw new Error('the network is down')
    return client.send(command as never)
  }
  return Object.assign(Object.create(client), { send })
}

const restoration = (change: Partial<Restoration> = {}) => {
  const doors: string[] = []
  const gate = {
    functions: 1,
    mappings: 1,
    close: async () => void doors.push('closed'),
    open: async () => void doors.push('opened'),
  }
  const options: Restoration = {
    client: recovering(),
    tableNameOf: async (name) => bench.aws.table(name as TableName),
    gate,
    tables: lastingTables,
    at,
    erased: undefined,
    dryRun: false,
    waits: { pollingMs: 1, settlingMs: 0 },
    progress: () => {},
    ...change,
  }
  return { doors, run: () => restoreTables(options) }
}

const copiesLeft = async () =>
  (await client.send(new ListTablesCommand({}))).TableNames?.filter((name) => name.includes('-at-'))

const empty = (table: TableName) => emptyTable(bench.aws.client, bench.aws.table(table), keyNames(table))

beforeAll(async () => {
  bench = await openPaymentsBench()
  const credentials = { accessKeyId: String(process.env['AWS_ACCESS_KEY_ID']), secretAccessKey: 'local' }
  client = new DynamoDBClient({ endpoint: bench.aws.endpoints.dynamodb, region: 'us-east-1', credentials })
})
beforeEach(async () => {
  failingWrite = undefined
  await Promise.all(lastingTables.map(empty))
})
afterAll(async () => {
  client.destroy()
  await bench.stop()
})

/** A service with two payments, and what happens to it afterwards. */
const story = async () => {
  const gateway = await bench.manual(bench.someone())
  await bench.tell(gateway, 'completed', { gatewayId: 'before' })
  await bench.project()
  const { body: due } = await bench.tell(gateway, 'completed', { gatewayId: 'due at that time' })
  await remember()
  const before = await contents()
  await bench.project()
  await bench.tell(gateway, 'completed', { gatewayId: 'after' })
  await bench.project()
  await empty('configs')
  await empty('gateways')
  return { before, gateway, due }
}

test('everything is as it was at that time, the copies are gone, and what was due then goes to its workers', async () => {
  const { before, gateway, due } = await story()
  const { doors, run } = restoration()

  const report = await run()

  const { payments: replayed, ...rest } = await contents()
  const { payments, ...expected } = before
  expect(rest).toEqual(expected)
  expect(new Set(Object.keys(replayed ?? {}))).toEqual(new Set(Object.keys(payments ?? {})))
  expect(doors).toEqual(['closed', 'opened'])
  expect(report.wrongTotals).toEqual([])
  expect(report.tables.find(({ table }) => table === 'gateways')).toMatchObject({ put: 1, deleted: 0 })
  expect(report.tables.find(({ table }) => table === 'payments')).toMatchObject({ put: 0, deleted: 1, unchanged: 2 })
  expect(report.replayed).toContainEqual({ table: 'payments', items: 1 })
  expect(await copiesLeft()).toEqual([])
  await bench.project()
  const { payments: listed, alerts } = await bench.view(gateway.recipient)
  expect(listed.content.map(({ id }: { id: string }) => id)).toContain(due.paymentId)
  expect([listed.totalSize, alerts.totalSize]).toEqual([2, 2])
})

test('deleted items and tests are in no total, regression: their places in the index were counted', async () => {
  const gateway = await bench.manual(bench.someone())
  const { recipient } = gateway
  await bench.tell(gateway, 'completed', { gatewayId: 'deleted' })
  await bench.tell(gateway, 'completed', { gatewayId: 'test', test: true })
  await bench.project()
  const [{ id: historyItemId }] = (await bench.view(recipient)).history.content
  await bench.call('deleteHistoryItem', { recipient, body: { historyItemId } })
  await remember()

  const { wrongTotals } = await restoration({ tables: ['alerts'] }).run()

  expect(wrongTotals).toEqual([])
})

test('a dry run counts and changes nothing; the next run uses its copies', async () => {
  await story()
  const damaged = await contents()
  const dry = restoration({ dryRun: true })

  const counted = await dry.run()

  expect(await contents()).toEqual(damaged)
  expect(dry.doors).toEqual([])
  expect((await copiesLeft())?.length).toBe(lastingTables.length)
  kept = new Map()
  expect((await restoration().run()).tables).toEqual(counted.tables)
})

test('what was interrupted leaves the service closed, says so, and goes on when it is run again', async () => {
  const { before } = await story()
  failingWrite = 3
  const first = restoration()

  await expect(first.run()).rejects.toThrow(/the network is down\nThe service is closed\. Run the same command again/)

  expect(first.doors).toEqual(['closed'])
  failingWrite = undefined
  await restoration().run()
  expect({ ...(await contents()), payments: {} }).toEqual({ ...before, payments: {} })
})

test('data that were erased since do not come back, and nothing begins until it is said whose they are', async () => {
  const { gateway } = await story()
  const { recipient } = gateway
  const receipt = { id: 'receipt', finishedAt: new Date().toISOString() }
  await bench.aws.client.send(new PutCommand({ TableName: bench.aws.table('erasureReceipts'), Item: receipt }))
  const unsaid = restoration()

  await expect(unsaid.run()).rejects.toThrow('A recipient has erased their data since then')

  expect(unsaid.doors).toEqual([])
  await restoration({ erased: [recipient] }).run()
  expect(JSON.stringify(await contents())).not.toContain(recipient)
  await restoration({ erased: [] }).run()
  expect(JSON.stringify(await contents())).toContain(recipient)
  await empty('erasureReceipts')
})

test('a table alone comes back alone, and totals that do not agree any more are named', async () => {
  const { gateway } = await story()
  const others = lastingTables.filter((table) => table !== 'alerts')
  const damaged = await contents(others)

  const { wrongTotals, tables: restored } = await restoration({ tables: ['alerts'] }).run()

  expect({ ...(await contents(others)), payments: {} }).toEqual({ ...damaged, payments: {} })
  expect(restored).toHaveLength(1)
  expect(wrongTotals).toEqual([{ recipientId: gateway.recipient, list: 'alerts', stored: 3, counted: 1 }])
})
