import type { DynamoDBDocumentClient, QueryCommand, QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { dueStore, roundRobin } from '../../../../shared/mechanisms/store/dueStore.ts'

const now = new Date('2026-03-01T18:30:00Z')

/** An index whose partitions have so many pages of one item each. */
const indexOf = (pages: Readonly<Record<string, readonly object[]>>) => {
  const inputs: QueryCommandInput[] = []
  const send = async ({ input }: QueryCommand) => {
    inputs.push(input)
    const items = pages[input.ExpressionAttributeValues?.[':shard']] ?? []
    const page = Number(input.ExclusiveStartKey?.['page'] ?? 0)
    const LastEvaluatedKey = page + 1 < items.length ? { page: page + 1 } : undefined
    return { Items: items.slice(page, page + 1), LastEvaluatedKey }
  }
  return { inputs, store: dueStore({ send } as unknown as DynamoDBDocumentClient, 'things') }
}
const due = (id: string, second: number) => ({
  recipientId: 'alice',
  id,
  dueShard: '0',
  dueAt: `2026-03-01T18:29:0${second}.000Z`,
})

test('due items are listed over all partitions and pages, the longest due first', async () => {
  const { inputs, store } = indexOf({ 0: [due('b', 2), due('e', 5)], 1: [due('d', 4), due('c', 3)], 3: [due('a', 1)] })

  const keys = await store.list(now)

  expect(keys).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => ({ recipientId: 'alice', id })))
  const asked = (shard: string, more: object = {}) => ({
    TableName: 'things',
    IndexName: 'byDue',
    KeyConditionExpression: 'dueShard = :shard AND dueAt <= :now',
    ExpressionAttributeValues: { ':shard': shard, ':now': '2026-03-01T18:30:00.000Z' },
    Limit: 2500,
    ...more,
  })
  const next = { ExclusiveStartKey: { page: 1 } }
  expect(inputs).toEqual([
    ...['0', '1', '2', '3'].map((shard) => asked(shard)),
    ...['0', '1'].map((shard) => asked(shard, next)),
  ])
})

test('no more than four pages of a partition are read, the rest by a later run', async () => {
  const { inputs, store } = indexOf({ 2: Array.from({ length: 6 }, (_, index) => due(String(index), index)) })

  expect(await store.list(now)).toHaveLength(4)
  expect(inputs).toHaveLength(3 + 4)
})

const key = (recipientId: string, id: number) => ({ recipientId, id: String(id) })
const keys = [key('a', 1), key('a', 2), key('a', 3), key('b', 1), key('b', 2), key('c', 1)]

test.each([
  ['all', [10], 'a1 b1 c1 a2 b2 a3'],
  ['four', [4], 'a1 b1 c1 a2'],
  ['one of each', [10, 1], 'a1 b1 c1'],
  ['two of each', [10, 2], 'a1 b1 c1 a2 b2'],
] as const)('recipients take turns: %s', (_name, [limit, share], expected) => {
  const order = roundRobin(keys, limit, share)

  expect(order.map(({ recipientId, id }) => `${recipientId}${id}`).join(' ')).toBe(expected)
})
