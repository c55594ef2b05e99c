import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  PutItemCommand,
  paginateScan,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type RestoreTableToPointInTimeCommandInput,
} from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AwsCall } from '../../../infra/operators/awsCall.ts'
import { watchChanges } from '../../../infra/operators/restore/changeWatch.ts'
import { checkTotals } from '../../../infra/operators/restore/checkTotals.ts'
import { copyItems, differingKeys, wholeTable } from '../../../infra/operators/restore/copyItems.ts'
import { pointInTimeCopy } from '../../../infra/operators/restore/pointInTimeCopy.ts'
import { lastingTables } from '../../../infra/operators/restore/restoredTables.ts'
import { type Restoration, restoreTables } from '../../../infra/operators/restore/restoreTables.ts'
import { historyItemId } from '../../../shared/areas/events/historyItemId.ts'
import { leaderId, leaderRank } from '../../../shared/areas/leaders/leaders.ts'
import { keyNames } from '../../../shared/areas/personalData/personalTables.ts'
import { type TableName, tables } from '../../../shared/contract/resources.ts'
import { emptyTable } from '../../support/emptyTable.ts'
import { openPaymentsBench } from '../../support/paymentsBench.ts'
import { recordSleeps } from '../../support/recordSleeps.ts'
import { readItems, youngItems } from '../compatibility/storedItems.ts'

type Items = readonly Record<string, AttributeValue>[]

const at = new Date('2026-01-02T03:04:05Z')

/** What AWS keeps for 35 days: the items of each table at the time. */
let kept: Map<string, Items>

const itemsOf = async (TableName: string): Promise<Items> =>
  (await Array.fromAsync(paginateScan({ client }, { TableName }), ({ Items = [] }) => Items)).flat()

/** The streams of the engine, whose wire format the AWS CLI prints. */
const streamsCall: AwsCall = async (service, operation, input) => {
  expect(service).toBe('dynamodbstreams')
  const name = operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const response = await fetch(bench.aws.endpoints.dynamodb, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDBStreams_20120810.${name}`,
      authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none`,
    },
    body: JSON.stringify(input),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Record<string, unknown>
}

/** Every item of a table by its key. */
const keyed = (name: TableName, items: Items) =>
  Object.fromEntries(items.map((item) => [JSON.stringify(keyNames(name).map((key) => item[key])), item] as const))

const contents = async (names: readonly TableName[] = lastingTables) =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, keyed(name, await itemsOf(bench.aws.table(name)))] as const)),
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

type Input = Readonly<Record<string, unknown>>
type Hook = (operation: string, input: Input, proceed: () => Promise<unknown>) => Promise<unknown>

/** The client with point-in-time recovery; a hook sees each call and may answer in its place. */
const recovering = (hook: Hook = (_operation, _input, proceed) => proceed()): DynamoDBClient => {
  const send = (command: { readonly input: Input }) =>
    hook(command.constructor.name.replace('Command', ''), command.input, async () => {
      if (command instanceof RestoreTableToPointInTimeCommand) return makeCopy(command.input)
      return client.send(command as never)
    })
  return Object.assign(Object.create(client), { send })
}

const restoration = (change: Partial<Restoration> = {}) => {
  const doors: string[] = []
  const lines: string[] = []
  const gate = {
    functions: 7,
    mappings: 3,
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
    watch: (watched) => watchChanges(client, streamsCall, watched, 1),
    progress: (line) => lines.push(line),
    ...change,
  }
  return { doors, lines, run: () => restoreTables(options) }
}

const copiesLeft = async () =>
  (await client.send(new ListTablesCommand({}))).TableNames?.filter((name) => name.includes('-at-'))

const empty = (table: TableName) => emptyTable(bench.aws.client, bench.aws.table(table), keyNames(table))

const bench = await openPaymentsBench()
const credentials = { accessKeyId: String(process.env['AWS_ACCESS_KEY_ID']), secretAccessKey: 'local' }
const client = new DynamoDBClient({ endpoint: bench.aws.endpoints.dynamodb, region: 'us-east-1', credentials })
beforeEach(async () => {
  // A restoration that failed leaves its copies, which the next one of the same time would take.
  for (const copy of (await copiesLeft()) ?? []) await client.send(new DeleteTableCommand({ TableName: copy }))
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

test('the items of the first release come back as they were, sealed ones included, and agree with their totals', async () => {
  const written = youngItems(readItems('1.0.0'), Date.now())
  kept = new Map(Object.entries(written))

  const { wrongTotals } = await restoration().run()

  expect(await contents()).toEqual(
    Object.fromEntries(lastingTables.map((name) => [name, keyed(name, kept.get(name) ?? [])])),
  )
  expect(wrongTotals).toEqual([])
})

test('everything is as it was at that time, the copies are gone, and items that were due then go to their workers', async () => {
  const { before, gateway, due } = await story()
  const { doors, lines, run } = restoration()

  const report = await run()

  const { payments: replayed, ...rest } = await contents()
  const { payments, ...expected } = before
  expect(rest).toEqual(expected)
  expect(new Set(Object.keys(replayed ?? {}))).toEqual(new Set(Object.keys(payments ?? {})))
  expect(doors).toEqual(['closed', 'opened'])
  expect(lines.filter((line) => !line.startsWith('  '))).toEqual([
    'Copying 22 tables as they were at 2026-01-02T03:04:05.000Z: some minutes, whatever their size',
    'Comparing; nothing is changed, and the service is open',
    expect.stringMatching(/^Expected to be closed: 1 minutes, for \d+ items of which \d+ differed$/),
    'Closing the service: 7 functions run no more, 3 streams are read past',
    'Bringing the items back',
    'Comparing again',
    'Opening the service',
  ])
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

test('a restoration killed at any step leaves the service closed, and the next run continues', async () => {
  // Prepare
  await story()
  const tables = ['configs', 'gateways', 'alerts'] as const
  const stray = { recipientId: 'stray', position: 1, id: 'of somebody else' }
  const damage = async () => {
    await empty('gateways')
    await bench.aws.client.send(new PutCommand({ TableName: bench.aws.table('alerts'), Item: stray }))
  }
  await restoration({ tables }).run()
  const restored = await contents(tables)
  await damage()
  const damaged = await contents(tables)
  const effects = /^(?:RestoreTable|BatchWriteItem|UpdateItem|DeleteTable)/
  let isClosed = false
  /** A run that dies before its step of this number, counted over calls that change something and the doors. */
  const dyingAt = (fatal: number) => {
    const steps: string[] = []
    const step = (name: string) => {
      if (steps.length === fatal) throw new Error('killed')
      steps.push(name)
    }
    const gate = {
      functions: 1,
      mappings: 1,
      close: async () => {
        step('close')
        isClosed = true
      },
      open: async () => {
        step('open')
        isClosed = false
      },
    }
    const hooked = recovering((operation, _input, proceed) => {
      if (effects.test(operation)) step(operation)
      return proceed()
    })
    return { steps, run: restoration({ tables, client: hooked, gate }).run }
  }

  // Act, Assess
  for (let fatal = 0; ; fatal++) {
    const { steps, run } = dyingAt(fatal)
    const outcome = await run().catch((error: Error) => error.message)
    if (typeof outcome !== 'string') {
      expect(new Set(steps)).toEqual(
        new Set(['RestoreTableToPointInTime', 'close', 'BatchWriteItem', 'open', 'DeleteTable']),
      )
      break
    }
    const now = await contents(tables)
    const message = isClosed ? /^killed\nThe service is closed\. Run the same command again/ : /^killed/
    expect(outcome, steps.join()).toMatch(message)
    // Tables change behind closed doors alone, and are whole when these open; copies are there until then.
    if (isClosed) expect((await copiesLeft())?.length, steps.join()).toBe(tables.length)
    else expect(now, steps.join()).toEqual(steps.includes('open') ? restored : damaged)
    if (steps.includes('BatchWriteItem') && !steps.includes('open')) expect(isClosed).toBe(true)
    await restoration({ tables }).run()
    isClosed = false
    expect([await contents(tables), await copiesLeft()], steps.join()).toEqual([restored, []])
    await damage()
  }
})

test('the copies are kept until the totals are compared, so that a failure there can be repeated', async () => {
  await story()
  const failing = recovering((operation, { TableName }, proceed) =>
    operation === 'Scan' && TableName === bench.aws.table('recipients') ? Promise.reject(new Error('lost')) : proceed(),
  )

  await expect(restoration({ tables: ['configs'], client: failing }).run()).rejects.toThrow('lost')

  expect(await copiesLeft()).toHaveLength(1)
  await restoration({ tables: ['configs'] }).run()
})

test('streams are read past before the first change and after the last one, before the service opens', async () => {
  await story()
  const slept = recordSleeps()
  const settlings = () => slept.filter((milliseconds) => milliseconds === 777).length
  const steps = new Set<string>()
  const record = async (step: string) => void steps.add(`${step} after ${settlings()}`)
  const watched = recovering((operation, _input, proceed) => {
    if (operation === 'BatchWriteItem') void record('changed')
    return proceed()
  })
  const gate = { functions: 7, mappings: 3, close: () => record('closed'), open: () => record('opened') }

  await restoration({ client: watched, gate, tables: ['alerts'], waits: { pollingMs: 1, settlingMs: 777 } }).run()

  expect([...steps]).toEqual(['closed after 0', 'changed after 1', 'opened after 2'])
})

test('a table that somebody else writes meanwhile keeps the service closed, and is named', async () => {
  await story()
  const stray = { recipientId: 'stray', position: 1, id: 'of somebody else' }
  let hasWritten = false
  const hooked = recovering(async (_operation, _input, proceed) => {
    if (lines.at(-1) === 'Comparing again' && !hasWritten) {
      hasWritten = true
      await bench.aws.client.send(new PutCommand({ TableName: bench.aws.table('alerts'), Item: stray }))
    }
    return proceed()
  })
  const { doors, lines, run } = restoration({ tables: ['configs', 'alerts'], client: hooked })

  await expect(run()).rejects.toThrow(/^alerts: written by somebody else meanwhile\nThe service is closed\./)

  expect(doors).toEqual(['closed'])
  expect(JSON.stringify(await contents(['alerts']))).toContain('of somebody else')
})

test('what changes while the tables are compared is brought back as well, in tables with and without a stream', async () => {
  const { before } = await story()
  const put = (table: TableName, entry: object) =>
    bench.aws.client.send(new PutCommand({ TableName: bench.aws.table(table), Item: entry }))
  const doors: string[] = []
  const gate = {
    functions: 1,
    mappings: 1,
    // The last change before the doors close.
    close: async () => {
      await put('configs', { recipientId: 'late', name: 'overlay', value: '{}' })
      await put('alerts', { recipientId: 'late', position: 1, id: 'late' })
      await empty('recipients')
      doors.push('closed')
    },
    open: async () => void doors.push('opened'),
  }

  await restoration({ gate }).run()

  const { payments: _replayed, ...rest } = await contents()
  const { payments: _before, ...expected } = before
  expect(rest).toEqual(expected)
  expect(doors).toEqual(['closed', 'opened'])
  const streamOf = async (table: TableName) =>
    (await client.send(new DescribeTableCommand({ TableName: bench.aws.table(table) }))).Table?.StreamSpecification
  expect((await streamOf('alerts'))?.StreamEnabled).toBe(true)
  expect((await streamOf('configs'))?.StreamEnabled ?? false).toBe(false)
})

test('a restoration of one recipient leaves what others have done since', async () => {
  const [alice, bob] = [await bench.manual(bench.someone()), await bench.manual(bench.someone())]
  const add = async (recipient: string, title: string) =>
    bench.call('addNews', { recipient, body: { title, description: 'On Sunday.' } })
  for (const { recipient } of [alice, bob]) await add(recipient, 'before')
  await remember()
  for (const { recipient } of [alice, bob]) await add(recipient, 'since')
  const put = (table: TableName, entry: object) =>
    bench.aws.client.send(new PutCommand({ TableName: bench.aws.table(table), Item: entry }))
  for (const { recipient: recipientId } of [alice, bob])
    await put('accountLinks', { account: `twitch#${recipientId}`, recipientId })
  const titles = async (recipient: string) =>
    (await bench.call('listNews', { recipient })).body.content.map(({ title }: { title: string }) => title)
  const { lines, run } = restoration({ recipient: alice.recipient, tables: ['news', 'accountLinks', 'quotas'] })

  const { tables: restored } = await run()

  expect(await titles(alice.recipient)).toEqual(['before'])
  expect(await titles(bob.recipient)).toEqual(['since', 'before'])
  const links = await itemsOf(bench.aws.table('accountLinks'))
  expect(links.map(({ recipientId }) => recipientId?.S)).toEqual([bob.recipient])
  expect(restored.find(({ table }) => table === 'news')).toMatchObject({ put: 0, deleted: 1, unchanged: 1 })
  expect(lines.some((line) => line.startsWith('Expected to be closed: '))).toBe(true)
})

test('the memberships of one recipient come back on both sides, so that either side can end them', async () => {
  const put = (recipientId: string, id: string, ownerId: string, memberId: string) =>
    bench.aws.client.send(
      new PutCommand({ TableName: bench.aws.table('members'), Item: { recipientId, id, ownerId, memberId } }),
    )
  const make = async (ownerId: string, memberId: string) => {
    await put(ownerId, `member#${memberId}`, ownerId, memberId)
    await put(memberId, `owner#${ownerId}`, ownerId, memberId)
  }
  await make('alice', 'bob')
  await make('carol', 'alice')
  await remember()
  await empty('members')
  await make('alice', 'since')
  await make('bob', 'carol')

  await restoration({ recipient: 'alice', tables: ['members'] }).run()

  const left = await itemsOf(bench.aws.table('members'))
  expect(left.map(({ recipientId, id }) => `${recipientId?.S} ${id?.S}`).toSorted()).toEqual([
    'alice member#bob',
    'alice owner#carol',
    'bob member#carol',
    'bob owner#alice',
    'carol member#alice',
    'carol owner#bob',
  ])
})

test('an account that another recipient has linked since stays theirs when its former owner is restored', async () => {
  const link = (account: string, recipientId: string) =>
    bench.aws.client.send(
      new PutCommand({ TableName: bench.aws.table('accountLinks'), Item: { account, recipientId } }),
    )
  await link('own', 'alice')
  await link('lost', 'alice')
  await link('lost late', 'alice')
  await link('won', 'bob')
  await remember()
  await empty('accountLinks')
  await link('lost', 'bob')
  await link('won', 'alice')
  await link('left late', 'alice')
  const gate = {
    functions: 1,
    mappings: 0,
    // The last links before the doors close.
    close: async () => {
      await link('lost late', 'bob')
      await link('left late', 'bob')
    },
    open: async () => {},
  }

  const { tables: restored } = await restoration({ recipient: 'alice', tables: ['accountLinks'], gate }).run()

  const links = await itemsOf(bench.aws.table('accountLinks'))
  expect(Object.fromEntries(links.map(({ account, recipientId }) => [account?.S, recipientId?.S]))).toEqual({
    own: 'alice',
    lost: 'bob',
    'lost late': 'bob',
    'left late': 'bob',
  })
  expect(restored).toEqual([{ table: 'accountLinks', put: 1, deleted: 1, unchanged: 1 }])
})

test('a stray write of somebody else in one recipient’s items keeps the service closed', async () => {
  const { gateway } = await story()
  const { recipient: recipientId } = gateway
  const stray = { recipientId, name: 'stray' }
  const hooked = recovering(async (_operation, _input, proceed) => {
    if (lines.at(-1) === 'Comparing again')
      await bench.aws.client.send(new PutCommand({ TableName: bench.aws.table('configs'), Item: stray }))
    return proceed()
  })
  const { doors, lines, run } = restoration({ tables: ['configs'], recipient: recipientId, client: hooked })

  await expect(run()).rejects.toThrow(/^configs: written by somebody else meanwhile/)

  expect(doors).toEqual(['closed'])
})

test('data that were erased since do not come back, and nothing begins until it is said whose they are', async () => {
  const { gateway } = await story()
  const { recipient } = gateway
  const finish = (id: string, finishedAt: string) =>
    bench.aws.client.send(new PutCommand({ TableName: bench.aws.table('erasureReceipts'), Item: { id, finishedAt } }))
  await finish('before', at.toISOString())
  await finish('afterwards', '2026-01-02T03:04:05.001Z')
  const unsaid = restoration()

  await expect(unsaid.run()).rejects.toThrow('A recipient has erased their data since then')

  expect([unsaid.doors, unsaid.lines]).toEqual([[], []])
  await finish('too', '2026-01-03T00:00:00.000Z')
  await expect(unsaid.run()).rejects.toThrow(
    '2 recipients have erased their data since then, and the restore would bring the data back. Name each with --erased <recipient>, or give --erased none',
  )
  await restoration({ erased: [recipient] }).run()
  expect(JSON.stringify(await contents())).not.toContain(recipient)
  await restoration({ erased: [] }).run()
  expect(JSON.stringify(await contents())).toContain(recipient)
  await empty('erasureReceipts')
})

test('restoring one table changes only it, and names totals that no longer agree', async () => {
  const { gateway } = await story()
  const others = lastingTables.filter((table) => table !== 'alerts')
  const damaged = await contents(others)

  const { wrongTotals, tables: restored } = await restoration({ tables: ['alerts'] }).run()

  expect({ ...(await contents(others)), payments: {} }).toEqual({ ...damaged, payments: {} })
  expect(restored).toHaveLength(1)
  expect(wrongTotals).toEqual([{ recipientId: gateway.recipient, list: 'alerts', stored: 3, counted: 1 }])
})

const name = 'test-news-at-20260102T030405Z'

/** The copy of a table in these states one after another; `none` where it is not there. */
const copying = (...states: readonly string[]) => {
  const calls: unknown[] = []
  const left = [...states]
  const hooked = recovering(async (operation, input) => {
    calls.push(operation === 'DescribeTable' ? input['TableName'] : input)
    if (operation !== 'DescribeTable') return {}
    const state = left.shift() ?? 'ACTIVE'
    if (state === 'none') throw new ResourceNotFoundException({ message: 'none', $metadata: {} })
    if (state === 'refused') throw new Error('AccessDeniedException')
    return { Table: { TableStatus: state } }
  })
  return { calls, copy: () => pointInTimeCopy(hooked, 'test-news', new Date('2026-01-02T03:04:05.678Z'), 1) }
}

test('a copy is made once, without indexes, and is read when it is active', async () => {
  const made = copying('none', 'CREATING', 'CREATING', 'ACTIVE')

  expect(await made.copy()).toBe(name)
  const restored = {
    SourceTableName: 'test-news',
    TargetTableName: name,
    RestoreDateTime: new Date('2026-01-02T03:04:05.678Z'),
    GlobalSecondaryIndexOverride: [],
    LocalSecondaryIndexOverride: [],
  }
  expect(made.calls).toEqual([name, restored, name, name, name])
  for (const state of ['ACTIVE', 'CREATING']) {
    const { calls, copy } = copying(state)
    expect(await copy()).toBe(name)
    expect(calls).toEqual([name, name])
  }
})

test('a copy that disappears ends a restoration, and so does a refusal', async () => {
  await expect(copying('CREATING', 'none').copy()).rejects.toThrow(`${name} no longer exists: somebody has deleted it`)
  await expect(copying('refused').copy()).rejects.toThrow('AccessDeniedException')
})

const item = (id: string, value?: object): Items[number] =>
  ({ recipientId: { S: 'r' }, id: { S: id }, ...(value && { value }) }) as Items[number]

/** Copies between two tables that have these items; a hook sees each call. */
const copyBetween = async (then: Items, now: Items, hook?: Hook, unwanted = '') => {
  const [copy, target] = [bench.aws.table('playlists'), bench.aws.table('actions')]
  for (const [TableName, items] of [[copy, then] as const, [target, now] as const])
    for (const Item of items) await client.send(new PutItemCommand({ TableName, Item }))
  const compared = {
    copy,
    target,
    keys: ['recipientId', 'id'],
    isWanted: ({ id }: Items[number]) => id?.S !== unwanted,
    isOthers: () => false,
  }
  const { differing, counts } = await differingKeys(recovering(hook), compared, wholeTable())
  await copyItems(recovering(hook), compared, differing)
  const left = await itemsOf(target)
  await Promise.all([empty('playlists'), empty('actions')])
  return { counts, left: new Set(left) }
}

test('equal items are not written, others are put, and items that came since or are not wanted are deleted', async () => {
  const nested = (text: string) => ({ M: { inner: { L: [{ S: text }] } } })
  const writes: unknown[] = []
  const reads: unknown[] = []

  const { counts, left } = await copyBetween(
    [item('a'), item('b', nested('then')), item('c', nested('same')), item('unwanted')],
    [item('a'), item('b', nested('now')), item('c', nested('same')), item('since'), item('unwanted')],
    (operation, input, proceed) => {
      if (operation === 'BatchWriteItem') writes.push(...Object.values(Object(input['RequestItems'])).flat())
      if (operation === 'Scan') reads.push(input['ConsistentRead'])
      if (operation === 'BatchGetItem')
        reads.push(
          ...Object.values<{ ConsistentRead: boolean }>(Object(input['RequestItems'])).map(
            (each) => each.ConsistentRead,
          ),
        )
      return proceed()
    },
    'unwanted',
  )

  expect(counts).toEqual({ put: 1, deleted: 2, unchanged: 2 })
  expect(left).toEqual(new Set([item('a'), item('b', nested('then')), item('c', nested('same'))]))
  expect(writes).toHaveLength(3)
  // A stale read would bring an old item back, or leave a new one.
  expect(new Set(reads)).toEqual(new Set([true]))
})

test('a hundred items are read by a call and 25 are written, the limits of DynamoDB', async () => {
  const items = Array.from({ length: 130 }, (_, index) => item(`${index}`))
  const sizes: Record<string, number[]> = {}

  const { left } = await copyBetween(items, [], (operation, input, proceed) => {
    const [asked] = Object.values<{ Keys?: unknown[] } & unknown[]>(Object(input['RequestItems'] ?? {}))
    if (asked !== undefined) sizes[operation] = [...(sizes[operation] ?? []), (asked.Keys ?? asked).length]
    return proceed()
  })

  expect(left).toEqual(new Set(items))
  expect(Math.max(...(sizes['BatchGetItem'] ?? []))).toBeLessThanOrEqual(100)
  expect(sizes['BatchWriteItem']?.toSorted()).toEqual([25, 25, 25, 25, 25, 5])
})

test('items that a throttled table leaves are sent again, after a pause that grows to five seconds', async () => {
  const slept = recordSleeps()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => void vi.restoreAllMocks())
  const attempts: Record<string, number> = {}

  const { left } = await copyBetween([item('a'), item('b')], [], async (operation, input, proceed) => {
    const attempt = attempts[operation] ?? 0
    if (operation.startsWith('Batch')) attempts[operation] = attempt + 1
    if (operation === 'BatchGetItem' && attempt < 9) return { Responses: {}, UnprocessedKeys: input['RequestItems'] }
    if (operation === 'BatchWriteItem' && attempt < 9) {
      // The first attempt does one of two.
      const [[table = '', requests = []] = []] = Object.entries<object[]>(Object(input['RequestItems']))
      if (attempt > 0) return { UnprocessedItems: input['RequestItems'] }
      await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests.slice(0, 1) as never } }))
      return { UnprocessedItems: { [table]: requests.slice(1) } }
    }
    return proceed()
  })

  const growing = [25, 50, 100, 200, 400, 800, 1600, 2500, 2500]
  expect(slept).toEqual([...growing, ...growing])
  expect(left).toEqual(new Set([item('a'), item('b')]))
})

test.each([
  ['no', 'the order of a set', { SS: ['x', 'y'] }, { SS: ['y', 'x'] }],
  ['no', 'the order of a set of numbers', { NS: ['1', '2'] }, { NS: ['2', '1'] }],
  [
    'no',
    'the order of a set of bytes',
    { BS: [Uint8Array.of(1), Uint8Array.of(2)] },
    { BS: [Uint8Array.of(2), Uint8Array.of(1)] },
  ],
  ['a', 'a member of a set', { SS: ['x', 'y'] }, { SS: ['x'] }],
  ['a', 'the order of a list', { L: [{ S: 'x' }, { S: 'y' }] }, { L: [{ S: 'y' }, { S: 'x' }] }],
  ['a', 'bytes', { B: Uint8Array.of(1) }, { B: Uint8Array.of(2) }],
  ['a', 'a type', { S: '1' }, { N: '1' }],
  ['a', 'a member of a map', { M: {} }, { M: { x: { NULL: true } } }],
  [
    'a',
    'a list in a map that is named like a set',
    { M: { SS: { L: [{ S: 'x' }, { S: 'y' }] } } },
    { M: { SS: { L: [{ S: 'y' }, { S: 'x' }] } } },
  ],
])('%s difference is %s', async (difference, _what, then, now) => {
  // The store may give the members of a set in any order, and the local engine sorts them.
  const hook: Hook = async (operation, _input, proceed) => {
    if (operation !== 'BatchGetItem') return proceed()
    return {
      Responses: { [bench.aws.table('actions')]: [item('a', now)], [bench.aws.table('playlists')]: [item('a', then)] },
    }
  }

  const { counts } = await copyBetween([item('a', then)], [item('a', now)], hook)

  expect(counts).toEqual(
    difference === 'no' ? { put: 0, deleted: 0, unchanged: 1 } : { put: 1, deleted: 0, unchanged: 0 },
  )
})

test('goals are the sums of the history, of which those that are not are named', async () => {
  const put = (table: TableName, entry: object) =>
    bench.aws.client.send(new PutCommand({ TableName: bench.aws.table(table), Item: entry }))
  const euros = (major: number) => ({ major, minor: 0, currency: 'EUR' })
  const goalOf = (counted: string) =>
    JSON.stringify([{ title: '', target: euros(9), start: euros(1), since: '2026-03-01T00:00:00Z', counted }])
  const fiveEuros = '5000000000000000'
  for (const recipientId of ['dan', 'eve']) {
    const item = { recipientId, timestamp: '2026-03-02T00:00:00Z', amount: euros(5), listedAt: '1', deleted: false }
    await put('history', { ...item, id: 'counted' })
    await put('history', { ...item, id: 'early', timestamp: '2026-02-28T23:59:59Z' })
    await put('history', { ...item, id: 'deleted', listedAt: 'd:1', deleted: true })
  }
  await put('recipients', { recipientId: 'dan', history: 2, goals: goalOf(fiveEuros) })
  await put('recipients', { recipientId: 'eve', history: 2, goals: goalOf('0') })

  const wrong = await checkTotals(recovering(), async (table) => bench.aws.table(table as TableName))

  expect(wrong.filter(({ list }) => list === 'goals')).toEqual([
    { recipientId: 'eve', list: 'goals', stored: goalOf('0'), counted: goalOf(fiveEuros) },
  ])
})

test('leaders are the sums of the history as far as they are counted, of which the first one that is not is named', async () => {
  const put = (table: TableName, entry: object) =>
    bench.aws.client.send(new PutCommand({ TableName: bench.aws.table(table), Item: entry }))
  const placeOf = (nickname: string, euros: number) => {
    const list = 'all#EUR'
    const sum = { list, nickname, units: BigInt(euros) * 10n ** 15n }
    return { id: leaderId(sum), rank: leaderRank(sum) }
  }
  const progress = JSON.stringify({ all: '2026-03-02T00:00:00.000000000Z#2' })
  const stored: [string, Record<string, string>, readonly [string, number][]][] = [
    ['right', { leaders: progress }, [['bob', 12]]],
    ['other', { leaders: progress }, [['bob', 13]]],
    ['missing', { leaders: progress }, []],
    [
      'stray',
      { leaders: progress },
      [
        ['ada', 1],
        ['bob', 12],
      ],
    ],
    ['uncounted', {}, [['bob', 12]]],
    ['never asked', {}, []],
  ]
  for (const [recipientId, item, places] of stored) {
    for (const [id, major] of [
      ['1', 5],
      ['2', 7],
      ['3', 9],
    ] as const) {
      const timestamp = `2026-03-0${id}T00:00:00Z`
      await put('history', {
        recipientId,
        id,
        timestamp,
        nickname: 'bob',
        amount: { major, minor: 0, currency: 'EUR' },
      })
    }
    for (const place of places) await put('leaders', { recipientId, ...placeOf(...place) })
    await put('recipients', { recipientId, ...item })
  }

  const wrong = await checkTotals(recovering(), async (table) => bench.aws.table(table as TableName))

  const { rank: right } = placeOf('bob', 12)
  expect(new Set(wrong.filter(({ list }) => list === 'leaders'))).toEqual(
    new Set([
      { recipientId: 'other', list: 'leaders', stored: placeOf('bob', 13).rank, counted: right },
      { recipientId: 'missing', list: 'leaders', stored: 0, counted: right },
      { recipientId: 'stray', list: 'leaders', stored: placeOf('ada', 1).rank, counted: 0 },
      { recipientId: 'uncounted', list: 'leaders', stored: right, counted: 0 },
    ]),
  )
})

test('totals count the items of lists, payments once they are projected, of recipients without totals or items too', async () => {
  const put = (table: TableName, entry: object) =>
    bench.aws.client.send(new PutCommand({ TableName: bench.aws.table(table), Item: entry }))
  const payment = (id: string, more: object) =>
    put('payments', { recipientId: 'alice', id, listedAt: `1#${id}`, system: 'Mine', gatewayId: `of-${id}`, ...more })
  await payment('done', { counted: true })
  await payment('due', { projection: 'due', version: 1 })
  await payment('due, but shown', { projection: 'due', version: 1 })
  await payment('uncounted', { counted: false })
  const shown = { paymentVersion: 1, metadata: JSON.stringify({ paymentId: 'due, but shown' }), listedAt: '1' }
  const id = historyItemId('alice', 'Mine', 'of-due, but shown')
  await put('history', { recipientId: 'alice', id, ...shown })
  for (const position of [1, 2]) await put('alerts', { recipientId: 'bob', position })
  await put('recipients', { recipientId: 'alice', history: 1, payments: 2, alerts: 0 })
  await put('recipients', { recipientId: 'carol', payments: 5 })
  const stale: unknown[] = []
  const hooked = recovering((operation, input, proceed) => {
    if (operation === 'Scan' && input['ConsistentRead'] !== true) stale.push(input)
    return proceed()
  })

  const wrong = await checkTotals(hooked, async (table) => bench.aws.table(table as TableName))

  expect(new Set(wrong)).toEqual(
    new Set([
      { recipientId: 'carol', list: 'payments', stored: 5, counted: 0 },
      { recipientId: 'bob', list: 'alerts', stored: 0, counted: 2 },
    ]),
  )
  expect(stale).toEqual([])
})
