import { expect, test } from 'vitest'
import { lastingTables } from '../../../../../infra/operators/restore/restoredTables.ts'
import { type Restoration, restoreTables } from '../../../../../infra/operators/restore/restoreTables.ts'
import { answeredClient, standInTables } from './standInTables.ts'

const at = new Date('2026-01-02T03:04:05Z')
const news = 'news-at-20260102T030405Z'
const videos = 'videos-at-20260102T030405Z'

const item = (id: string, more: object = {}) => ({
  audience: { S: 'everyone' },
  recipientId: { S: 'alice' },
  id: { S: id },
  ...more,
})
const contents = () => ({
  [news]: [item('n1'), item('n2')],
  news: [item('n1'), item('n3')],
  [videos]: [item('v1')],
  videos: [item('v1')],
  erasureReceipts: [],
  alerts: [item('a1')],
  recipients: [],
  payments: [],
  history: [],
})

/** Restores news and videos, whose copies are there; `writing` sees each batch of writes before it is done. */
const restoration = (
  change: Partial<Restoration> = {},
  erasures = 0,
  writing: (tables: ReturnType<typeof standInTables>) => string | undefined = () => undefined,
) => {
  const tables = standInTables(contents())
  const { answers } = tables
  const log: string[] = []
  const answered = answeredClient({
    ...answers,
    Scan: (input) => (input['TableName'] === 'erasureReceipts' ? { Count: erasures } : answers.Scan(input)),
    BatchWriteItem: (input) => writing(tables) ?? answers.BatchWriteItem(input),
    DescribeTable: () => ({ Table: { TableStatus: 'ACTIVE' } }),
    DeleteTable: () => ({}),
    UpdateItem: () => ({}),
  })
  const options: Restoration = {
    client: answered.client,
    tableNameOf: async (table) => table,
    gate: {
      functions: 7,
      mappings: 3,
      close: async () => void log.push('closed'),
      open: async () => void log.push('opened'),
    },
    tables: ['news', 'videos'],
    at,
    erased: undefined,
    dryRun: false,
    waits: { pollingMs: 1, settlingMs: 0 },
    progress: (line) => log.push(line),
    ...change,
  }
  return { ...answered, tables, log, restoring: restoreTables(options) }
}

const newsCounts = { table: 'news', put: 1, deleted: 1, unchanged: 1 }
const videosCounts = { table: 'videos', put: 0, deleted: 0, unchanged: 1 }

test('tables become what their copies are behind closed doors, then what is due is replayed and the copies are deleted', async () => {
  const { restoring, log, tables, inputsOf } = restoration()

  expect(await restoring).toEqual({
    tables: [newsCounts, videosCounts],
    wrongTotals: [{ recipientId: 'alice', list: 'alerts', stored: 0, counted: 1 }],
    replayed: [
      { table: 'payments', items: 0 },
      { table: 'videos', items: 1 },
    ],
  })
  expect(tables.itemsOf('news')).toEqual([item('n1'), item('n2')])
  expect(log).toEqual([
    'Copying 2 tables as they were at 2026-01-02T03:04:05.000Z: some minutes, whatever their size',
    `  news: ${news}`,
    `  videos: ${videos}`,
    'Closing the service: 7 functions run no more, 3 streams are read past',
    'closed',
    'Bringing the items back',
    '  news: 1 put, 1 deleted, 1 unchanged',
    '  videos: 0 put, 0 deleted, 1 unchanged',
    'Comparing again',
    'Opening the service',
    'opened',
  ])
  expect(inputsOf('DeleteTable')).toEqual([{ TableName: news }, { TableName: videos }])
})

test('a dry run counts, keeps the copies and changes nothing', async () => {
  const { restoring, log, inputsOf } = restoration({ dryRun: true })

  expect(await restoring).toEqual({ tables: [newsCounts, videosCounts], wrongTotals: [], replayed: [] })
  expect(log.slice(3)).toEqual([
    'Comparing; nothing is changed',
    '  news: 1 put, 1 deleted, 1 unchanged',
    '  videos: 0 put, 0 deleted, 1 unchanged',
  ])
  expect([...inputsOf('BatchWriteItem'), ...inputsOf('DeleteTable'), ...inputsOf('UpdateItem')]).toEqual([])
})

const stays = 'The service is closed. Run the same command again, which goes on; --open opens the service as it is.'

test('what fails leaves the service closed and the copies there, and says how to go on', async () => {
  const { restoring, log, inputsOf } = restoration({}, 0, () => 'AccessDeniedException')

  await expect(restoring).rejects.toMatchObject({ message: `no\n${stays}`, cause: { name: 'AccessDeniedException' } })
  expect(log.at(-1)).toBe('Bringing the items back')
  expect(inputsOf('DeleteTable')).toEqual([])
})

test('what somebody else writes meanwhile is found, but not written, before the service opens', async () => {
  const changed = item('n1', { changed: { BOOL: true } })
  let [writes, writesBefore] = [0, 0]
  const progress = (line: string) => {
    if (line === 'Comparing again') writesBefore = writes
  }
  const { restoring, log, tables } = restoration({ progress }, 0, ({ tables: written }) => {
    const video = `v${++writes}`
    written.get('videos')?.set(JSON.stringify(video), item(video))
    // Of the news as many differ as there are too many.
    written.get('news')?.set('"n1"', changed).set('"n4"', item('n4'))
    return undefined
  })

  await expect(restoring).rejects.toThrow(`news, videos: written by somebody else meanwhile\n${stays}`)
  expect(log).not.toContain('opened')
  expect(tables.itemsOf('news')).toContainEqual(changed)
  expect(writesBefore).toBeGreaterThan(0)
  expect(writes).toBe(writesBefore)
})

test.each([
  [1, 'A recipient has erased their data'],
  [2, '2 recipients have erased their data'],
])('of %i erasures since nothing begins until it is said whose they are', async (erasures, reason) => {
  const { restoring, log, inputsOf } = restoration({}, erasures)

  await expect(restoring).rejects.toThrow(
    `${reason} since then, and it would come back. Name each by --erased <recipient>, or say --erased none`,
  )
  expect(log).toEqual([])
  expect(inputsOf('Scan')).toEqual([
    {
      TableName: 'erasureReceipts',
      FilterExpression: 'finishedAt > :at',
      Select: 'COUNT',
      ExpressionAttributeValues: { ':at': { S: '2026-01-02T03:04:05.000Z' } },
    },
  ])
})

test('data of those who are named do not come back', async () => {
  const own = restoration({ erased: ['alice'] }, 1)
  await own.restoring

  expect(own.tables.itemsOf('videos')).toEqual([])
  expect(own.inputsOf('Scan').filter(({ TableName }) => TableName === 'erasureReceipts')).toEqual([])
  expect((await restoration({ erased: [] }, 1).restoring).tables).toEqual([newsCounts, videosCounts])
})

test('what lasts is brought back, and what is under way or passes within days is not', () => {
  expect(lastingTables).toEqual([
    'announcers',
    'chats',
    'actions',
    'configs',
    'news',
    'history',
    'alerts',
    'deliveries',
    'overlays',
    'payments',
    'gateways',
    'videos',
    'playlists',
    'tokens',
    'watchedChannels',
    'accountLinks',
    'recipients',
    'quotas',
  ])
})
