import { expect, test } from 'vitest'
import { lineOf, localTables, replayDue, shownVersions, touchDue } from '../../../../infra/operators/replayDue.ts'
import { historyItemId } from '../../../../shared/events/historyEvent.ts'
import { answeredClient } from './restore/standInTables.ts'

const now = Date.parse('2026-03-01T18:30:00.500Z')
const payment = (id: string, version = '1') => ({
  recipientId: { S: 'alice' },
  id: { S: id },
  system: { S: 'Mine' },
  gatewayId: { S: `of-${id}` },
  version: { N: version },
})
const placeOf = (originId: string) => historyItemId('alice', 'Mine', originId)
const shown = (id: string, version: string) => ({
  recipientId: { S: 'alice' },
  id: { S: placeOf(`of-${id}`) },
  paymentVersion: { N: version },
  metadata: { S: JSON.stringify({ paymentId: id }) },
})

/** A deployment with these due items and what their history shows; an update of the item `finished` finds it done. */
const deployment = (due: readonly object[], history: readonly object[] = []) =>
  answeredClient({
    Scan: ({ TableName, ExclusiveStartKey }) => {
      if (TableName === 'empty') return {}
      return ExclusiveStartKey === undefined
        ? { Items: due.slice(0, 1), LastEvaluatedKey: { id: { S: 'more' } } }
        : { Items: due.slice(1) }
    },
    BatchGetItem: () => ({ Responses: { history } }),
    UpdateItem: ({ Key }) => {
      return { finished: 'ConditionalCheckFailedException', forbidden: 'AccessDeniedException' }[Key.id.S] ?? {}
    },
    ListTables: () => ({ TableNames: ['test-newsTable1', 'test-paymentsTable2'] }),
  })

const videos = { tableName: 'videos', attribute: 'status', value: 'prepared' }

test('what is due is changed while it is, whatever page it is on', async () => {
  const { client, inputsOf } = deployment([payment('a'), payment('finished'), payment('b')])

  expect(await touchDue(client, videos, () => now)).toBe(2)
  const scan = {
    TableName: 'videos',
    ExpressionAttributeNames: { '#attribute': 'status' },
    ConsistentRead: true,
    FilterExpression: '#attribute = :value',
    ExpressionAttributeValues: { ':value': { S: 'prepared' } },
  }
  expect(inputsOf('Scan')).toEqual([scan, { ...scan, ExclusiveStartKey: { id: { S: 'more' } } }])
  const updateOf = (id: string) => ({
    TableName: 'videos',
    ExpressionAttributeNames: { '#attribute': 'status' },
    Key: { recipientId: { S: 'alice' }, id: { S: id } },
    UpdateExpression: 'SET replayedAt = :now',
    ConditionExpression: '#attribute = :value',
    ExpressionAttributeValues: { ':value': { S: 'prepared' }, ':now': { S: '2026-03-01T18:30:00.500Z' } },
  })
  expect(inputsOf('UpdateItem')).toEqual(['a', 'finished', 'b'].map(updateOf))
  expect(inputsOf('BatchGetItem')).toEqual([])
})

test('what DynamoDB refuses for another reason is an error', async () => {
  await expect(touchDue(deployment([payment('forbidden')]).client, videos)).rejects.toMatchObject({
    name: 'AccessDeniedException',
  })
})

test('a payment that the history shows as it is was projected, one that it shows as it was before is due', async () => {
  const due = ['same', 'older', 'new'].map((id) => payment(id, '2'))
  const { client, inputsOf } = deployment(due, [shown('same', '2'), shown('older', '1')])
  const payments = { tableName: 'payments', attribute: 'projection', value: 'due', historyTable: 'history' }

  expect(await touchDue(client, payments)).toBe(2)
  expect(inputsOf('UpdateItem').map(({ Key }) => Key)).toEqual(
    ['older', 'new'].map((id) => ({ recipientId: { S: 'alice' }, id: { S: id } })),
  )
})

test('of a payment both of its places in the history are read, fifty payments at a time, each place once', async () => {
  const items = Array.from({ length: 51 }, (_, index) => ({
    recipientId: 'alice',
    system: 'Mine',
    gatewayId: `of-${index}`,
    id: index === 1 ? 'of-0' : `${index}`,
  }))
  const { client, inputsOf } = deployment([], [shown('0', '3')])

  expect(await shownVersions(client, 'history', items)).toEqual(new Map([['0', 3]]))
  const reads = inputsOf('BatchGetItem').map(
    ({ RequestItems }) => (RequestItems as { history: { Keys: object[] } }).history,
  )
  expect(reads.map(({ Keys }) => Keys.length)).toEqual([99, 2])
  expect(reads[1]).toEqual({
    Keys: ['of-50', '50'].map((place) => ({ recipientId: { S: 'alice' }, id: { S: placeOf(place) } })),
    ConsistentRead: true,
  })
})

test('a deployment is replayed table by table, of payments those that no history shows', async () => {
  const { client, inputsOf } = deployment([payment('a'), payment('b')], [shown('a', '1')])

  const replayed = await Array.fromAsync(replayDue(client, async (table) => table))

  expect(replayed).toEqual([
    { table: 'payments', items: 1 },
    { table: 'videos', items: 2 },
  ])
  const scans = inputsOf('Scan').map(({ TableName, ExpressionAttributeNames, ExpressionAttributeValues }) => [
    TableName,
    ExpressionAttributeNames['#attribute'],
    ExpressionAttributeValues[':value'],
  ])
  expect([scans[0], scans[2]]).toEqual([
    ['payments', 'projection', { S: 'due' }],
    ['videos', 'status', { S: 'prepared' }],
  ])
})

test('nothing is due in an empty table', async () => {
  expect(await touchDue(deployment([]).client, { ...videos, tableName: 'empty' })).toBe(0)
})

test('the tables of a local API are known by their names', async () => {
  const tableNameOf = localTables(deployment([]).client)

  expect(await tableNameOf('payments')).toBe('test-paymentsTable2')
  await expect(tableNameOf('videos')).rejects.toThrow('The local API has no table videos')
  await expect(localTables(answeredClient({ ListTables: () => ({}) }).client)('news')).rejects.toThrow('no table news')
})

test('one item is one', () => {
  expect([1, 2].map((items) => lineOf({ table: 'videos', items }))).toEqual([
    'videos: 1 due item brought to the worker again',
    'videos: 2 due items brought to the worker again',
  ])
})
