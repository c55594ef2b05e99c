import type { DynamoDBDocumentClient, GetCommand, QueryCommand, QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { getItem } from '../../../../shared/mechanisms/store/getItem.ts'
import { queryAll, queryFirst, queryPage } from '../../../../shared/mechanisms/store/query.ts'
import { startKey, timeList } from '../../../../shared/mechanisms/store/timeIndex.ts'

const input = { TableName: 'things', KeyConditionExpression: 'id = :id' }

/** DynamoDB that gives these pages one after another. */
const tableOf = (...pages: readonly object[]) => {
  const inputs: QueryCommandInput[] = []
  const send = async ({ input: asked }: QueryCommand) => {
    inputs.push(asked)
    return pages[inputs.length - 1] ?? {}
  }
  return { inputs, client: { send } as unknown as DynamoDBDocumentClient }
}
const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const pageOf = (item: object, looked: number, LastEvaluatedKey?: object) => ({
  Items: [item],
  Count: 1,
  ScannedCount: looked,
  ...(LastEvaluatedKey && { LastEvaluatedKey }),
})

test('a page has its items, the number of read items and its last key', async () => {
  expect(await queryPage(tableOf(pageOf(a, 7, b)).client, input)).toEqual({
    items: [a],
    count: 1,
    lookedAt: 7,
    last: b,
  })
  expect(await queryPage(tableOf({ Count: 3 }).client, input)).toEqual({
    items: [],
    count: 3,
    lookedAt: 3,
    last: undefined,
  })
  expect(await queryPage(tableOf({}).client, input)).toMatchObject({ items: [], count: 0, lookedAt: 0 })
})

test('all items of a query are read page by page', async () => {
  const { client, inputs } = tableOf(pageOf(a, 1, a), pageOf(b, 1, b), pageOf(c, 1))

  expect(await queryAll(client, input)).toEqual([a, b, c])
  expect(inputs).toEqual([input, { ...input, ExclusiveStartKey: a }, { ...input, ExclusiveStartKey: b }])
})

test('the first items are read until so many were looked at, whether they were kept or not', async () => {
  const { client, inputs } = tableOf(pageOf(a, 30, a), pageOf(b, 20, b), pageOf(c, 1))

  expect(await queryFirst(client, input, 50)).toEqual({ items: [a, b], count: 2, last: b })
  expect(inputs).toEqual([
    { ...input, Limit: 50 },
    { ...input, Limit: 20, ExclusiveStartKey: a },
  ])
})

test('the first items end with the query, after four round trips, and before more than 1,000 are looked at', async () => {
  const [short, slow] = [tableOf(pageOf(a, 1)), tableOf(...Array(6).fill(pageOf(a, 1, a)))]

  expect(await queryFirst(short.client, input, 50)).toEqual({ items: [a], count: 1, last: undefined })
  expect(await queryFirst(slow.client, input, 5000)).toMatchObject({ count: 4, last: a })
  expect(short.inputs).toHaveLength(1)
  expect(slow.inputs.map(({ Limit }) => Limit)).toEqual([1000, 999, 998, 997])
})

test('an item is read as it is now, unless its reader says otherwise', async () => {
  const inputs: unknown[] = []
  const send = async ({ input: asked }: GetCommand) => {
    inputs.push(asked)
    return { Item: a }
  }
  const client = { send } as unknown as DynamoDBDocumentClient
  const key = { TableName: 'things', Key: a }

  expect(await getItem(client, key)).toEqual(a)
  await getItem(client, { ...key, ConsistentRead: false })
  expect(inputs).toEqual([
    { ...key, ConsistentRead: true },
    { ...key, ConsistentRead: false },
  ])
})

test('a list by time is consistent, and continues after an item', async () => {
  const [listed, next] = ['2026-01-01T00:00:00.000000000Z#a', '2026-01-02T00:00:00.000000000Z#b']
  const { client, inputs } = tableOf({ Items: [{ id: 'b', listedAt: next }], Count: 1, ScannedCount: 1 })
  const list = timeList(client, 'alice', input, ({ id }) => `${id}`)

  const found = await list.withTotal({ offset: 1, after: listed, limit: 7 }, async () => 2)

  expect(found).toEqual({ entries: [{ item: 'b', key: next }], totalSize: 2 })
  const ExclusiveStartKey = { recipientId: 'alice', id: 'a', listedAt: listed }
  expect(inputs).toEqual([{ ...input, ConsistentRead: true, Limit: 7, ExclusiveStartKey }])
})

test('the key of an item in the order of time has the id behind its time', () => {
  const listedAt = '2026-01-01T00:00:00.000000000Z#a#b'

  expect(startKey('alice', listedAt)).toEqual({ recipientId: 'alice', id: 'a#b', listedAt })
})
