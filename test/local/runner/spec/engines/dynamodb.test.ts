import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type DynamoDbEngine, dynamoDbClientConfig, startDynamoDb } from '../../engines/dynamodb.ts'
import { createTables, type TableDefinition } from '../../engines/dynamodbTables.ts'
import { listen } from '../../loopback.ts'

const alerts: TableDefinition = {
  name: 'Alerts',
  partitionKey: 'recipientId',
  sortKey: 'id',
  attributeTypes: { recipientId: 'S', id: 'S', sequence: 'N', nickname: 'S' },
  indexes: [
    {
      name: 'bySequence',
      kind: 'local',
      partitionKey: 'recipientId',
      sortKey: 'sequence',
      projection: { type: 'KEYS_ONLY', attributes: [] },
    },
    {
      name: 'byNickname',
      kind: 'global',
      partitionKey: 'nickname',
      sortKey: undefined,
      projection: { type: 'INCLUDE', attributes: ['amount'] },
    },
  ],
  timeToLiveAttribute: 'expiresAt',
  streamViewType: 'NEW_AND_OLD_IMAGES',
}
/** The temporary folders of a process, wherever it has them. */
const foldersOf = (pid = 0) =>
  [tmpdir(), '/dev/shm']
    .filter((root) => existsSync(root))
    .flatMap((root) => readdirSync(root))
    .filter((name) => name.startsWith(`local-dynamodb-${pid}-`))
const item = { recipientId: { S: 'alice' }, id: { S: '1' } }

describe('the DynamoDB engine', () => {
  let folder: string
  const started: DynamoDbEngine[] = []
  const start = async (dataFolder: string) => {
    const engine = await startDynamoDb({ dataFolder })
    started.push(engine)
    return engine
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dynamodb-'))
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((engine) => engine.stop()))
    await rm(folder, { recursive: true })
  })

  it('creates keys, indexes, streams and time to live as declared, twice without harm', async () => {
    const engine = await start('memory')

    await createTables(engine, [alerts])
    await createTables(engine, [alerts])

    const { Table } = await new DynamoDBClient(dynamoDbClientConfig(engine)).send(
      new DescribeTableCommand({ TableName: 'Alerts' }),
    )
    expect(Table).toMatchObject({
      KeySchema: [
        { AttributeName: 'recipientId', KeyType: 'HASH' },
        { AttributeName: 'id', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: [{ IndexName: 'bySequence', Projection: { ProjectionType: 'KEYS_ONLY' } }],
      GlobalSecondaryIndexes: [
        { IndexName: 'byNickname', Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['amount'] } },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
  })

  it.skipIf(process.env['DYNAMODB_ENDPOINT'])(
    'starts in memory with a copy of the data of an engine that has stopped, which stay as they were',
    async () => {
      const first = await startDynamoDb({ dataFolder: folder })
      await createTables(first, [alerts])
      await first.stop()

      for (let start = 0; start < 2; start++) {
        const copy = await startDynamoDb({ dataFolder: 'memory', copyOf: folder })
        started.push(copy)
        const client = new DynamoDBClient(dynamoDbClientConfig(copy))
        const found = await client.send(new GetItemCommand({ TableName: 'Alerts', Key: item }))
        await client.send(new PutItemCommand({ TableName: 'Alerts', Item: item }))

        expect(found.Item).toBeUndefined()
      }
    },
  )

  it.skipIf(process.env['DYNAMODB_ENDPOINT'])(
    'goes on after Ctrl-C, ends with the process that started it, even by kill -9, and leaves nothing behind',
    async () => {
      const module = new URL('../../engines/dynamodb.ts', import.meta.url)
      const script = `const { startDynamoDb } = await import('${module}')
      const { endpoint } = await startDynamoDb({ dataFolder: 'memory' })
      process.on('SIGINT', () => console.log('asked to stop'))
      console.log(endpoint)
      setInterval(() => {}, 1000)`
      const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      const [line] = (await once(parent.stdout, 'data')) as [Buffer]
      const endpoint = line.toString().trim()
      const answers = () =>
        fetch(endpoint).then(
          () => true,
          () => false,
        )

      // A terminal asks the whole group.
      process.kill(-Number(parent.pid), 'SIGINT')
      await once(parent.stdout, 'data')
      await delay(300)
      const before = await answers()
      const whileRunning = foldersOf(parent.pid)
      parent.kill('SIGKILL')

      expect(before).toBe(true)
      expect(whileRunning).toHaveLength(1)
      await vi.waitFor(async () => expect(await answers()).toBe(false), { timeout: 60_000 })
      await vi.waitFor(() => expect(foldersOf(parent.pid)).toEqual([]), 60_000)
    },
  )

  // An external engine keeps its data in the place that its own start named.
  describe.skipIf(process.env['DYNAMODB_ENDPOINT'])('with a data folder', () => {
    it('finds the place of a record in its stream by an index, regression: a write took the longer the more were written before', async () => {
      await start(folder)

      const database = new DatabaseSync(join(folder, 'dynamodb.sqlite'), { readOnly: true })
      const plan = database
        .prepare(
          'EXPLAIN QUERY PLAN SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = ?',
        )
        .all('Alerts')
      database.close()

      expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('INDEX _stream_records_in_order')])
    })

    it('adds a global index that is new', async () => {
      const engine = await start(folder)
      await createTables(engine, [{ ...alerts, indexes: alerts.indexes.slice(0, 1), attributeTypes: withoutNickname }])

      await createTables(engine, [alerts])

      const { Table } = await new DynamoDBClient(dynamoDbClientConfig(engine)).send(
        new DescribeTableCommand({ TableName: 'Alerts' }),
      )
      expect(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName)).toEqual(['byNickname'])
    })

    it('changes the time to live, and opens a stream where there was none', async () => {
      const engine = await start(folder)
      const client = new DynamoDBClient(dynamoDbClientConfig(engine))
      const state = async (change: Partial<TableDefinition>) => {
        await createTables(engine, [{ ...alerts, ...change }])
        const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName: 'Alerts' }))
        const { Table } = await client.send(new DescribeTableCommand({ TableName: 'Alerts' }))
        return [ttl?.TimeToLiveStatus, ttl?.AttributeName, Table?.StreamSpecification?.StreamViewType]
      }

      expect(await state({ streamViewType: undefined })).toEqual(['ENABLED', 'expiresAt', undefined])
      expect(await state({ timeToLiveAttribute: 'endsAt' })).toEqual(['ENABLED', 'endsAt', 'NEW_AND_OLD_IMAGES'])
      expect((await state({ timeToLiveAttribute: undefined }))[0]).toBe('DISABLED')
    })

    it('takes a table that has lost an index, or names the attributes of one in another order, for the same', async () => {
      const engine = await start(folder)
      const [bySequence, byNickname] = alerts.indexes
      const withOrder = (...attributes: string[]): TableDefinition => ({
        ...alerts,
        indexes: alerts.indexes.map((index) =>
          index === byNickname ? { ...index, projection: { type: 'INCLUDE', attributes } } : index,
        ),
      })

      await createTables(engine, [withOrder('amount', 'currency')])
      await createTables(engine, [withOrder('currency', 'amount')])
      const without = { ...alerts, indexes: bySequence ? [bySequence] : [], attributeTypes: withoutNickname }
      await expect(createTables(engine, [without])).resolves.toBeUndefined()
    })

    it.each<[string, Partial<TableDefinition>]>([
      ['its keys', { sortKey: 'sequence' }],
      ['its stream', { streamViewType: 'KEYS_ONLY' }],
      ['the local index bySequence', { indexes: alerts.indexes }],
      ['the type of id', { attributeTypes: { ...withoutSequence, id: 'N' } }],
      ['the index byNickname', { indexes: alerts.indexes.slice(1).map((index) => ({ ...index, projection: all })) }],
      ['the index byNickname', { indexes: alerts.indexes.slice(1).map((index) => ({ ...index, sortKey: 'id' })) }],
    ])('refuses when %s changed, naming the table and the folder', async (what, change) => {
      const engine = await start(folder)
      const before = { ...alerts, indexes: alerts.indexes.slice(1), attributeTypes: withoutSequence }
      await createTables(engine, [before])

      const adjusted = createTables(engine, [{ ...before, attributeTypes: alerts.attributeTypes, ...change }])

      await expect(adjusted).rejects.toThrow(`Table Alerts: ${what} changed since the data in ${folder}`)
    })
  })

  it('says in one line that nothing answers at a configured endpoint', async () => {
    const unreachable = startDynamoDb({ dataFolder: 'memory', engine: 'http://127.0.0.1:9' })

    await expect(unreachable).rejects.toThrow('No DynamoDB engine answers at http://127.0.0.1:9')
  })

  it('refuses an address at which something else answers', async () => {
    const server = createServer((_request, response) => response.end('{}'))
    const engine = `http://127.0.0.1:${await listen(server)}`
    onTestFinished(() => void server.close())

    await expect(startDynamoDb({ dataFolder: folder, engine })).rejects.toThrow(`${engine} is no DynamoDB`)
  })

  it('in memory at an address has a database of its own each time, and otherwise the one that stays', async () => {
    const server = createServer((_request, response) => response.end('{"TableNames":[]}'))
    const engine = `http://127.0.0.1:${await listen(server)}`
    onTestFinished(() => void server.close())

    const keys: string[] = []
    for (const dataFolder of ['memory', 'memory', folder, folder])
      keys.push((await startDynamoDb({ dataFolder, engine })).accessKeyId)

    expect(new Set(keys).size).toBe(3)
    expect(keys.slice(2)).toEqual(['local', 'local'])
  })

  it.skipIf(process.env['DYNAMODB_ENDPOINT'])(
    'refuses to start in memory on an engine that has tables of others',
    async () => {
      const engine = await start(folder)
      await createTables(engine, [alerts])

      const shared = startDynamoDb({ dataFolder: 'memory', engine: engine.endpoint })

      await expect(shared).rejects.toThrow('keeps one database for all')
    },
  )
})

const all = { type: 'ALL', attributes: [] } as const
const withoutNickname = { recipientId: 'S', id: 'S', sequence: 'N' } as const
const withoutSequence = { recipientId: 'S', id: 'S', nickname: 'S' } as const
