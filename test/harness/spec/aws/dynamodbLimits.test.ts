import { expect, test } from 'vitest'
import { createDynamoDbLimits, type LimitedTable } from '../../aws/dynamodbLimits.ts'
import { itemSize, type WireItem } from '../../aws/itemSize.ts'

const index = { name: 'byTime', kind: 'local', partitionKey: 'pk', sortKey: 'listedAt' } as const
const table: LimitedTable = {
  name: 'items',
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: [{ ...index, projection: { type: 'ALL', attributes: [] } }],
}
const Key = { pk: { S: 'a' }, sk: { S: 'b' } }
const text = (length: number) => ({ S: 'x'.repeat(length) })

const answer = async (action: string, input: object, stored?: WireItem) => {
  const refused = await createDynamoDbLimits([table], async () => stored)(action, input)
  return refused === undefined ? 'passed' : (JSON.parse(String(refused.body)) as { message: string }).message
}
const put = (item: object) => answer('PutItem', { TableName: 'items', Item: { ...Key, ...item } })

test('an item has the bytes that AWS documents', () => {
  expect(
    itemSize({ name: { S: 'é' }, n: { N: '-12.5' }, b: { B: 'AAAA' }, t: { BOOL: true }, z: { NULL: true } }),
  ).toBe(6 + 5 + 4 + 2 + 2)
  expect(itemSize({ l: { L: [{ S: 'ab' }] }, m: { M: { k: { S: 'v' } } } })).toBe(1 + 3 + 1 + 2 + (1 + 3 + 1 + 2))
})

test('an item may have 400 KB, and half of that if it is in a local index', async () => {
  expect(await put({ data: text(409_000) })).toBe('passed')
  expect(await put({ data: text(410_000) })).toBe('Item size has exceeded the maximum allowed size')
  expect(await put({ data: text(204_000), listedAt: { S: '1' } })).toBe('passed')
  expect(await put({ data: text(205_000), listedAt: { S: '1' } })).toBe(
    'Item size has exceeded the maximum allowed size',
  )
})

test('an update counts what the item keeps and what it gets', async () => {
  const update = (UpdateExpression: string, stored: WireItem) =>
    answer(
      'UpdateItem',
      {
        TableName: 'items',
        Key,
        UpdateExpression,
        ExpressionAttributeNames: { '#data': 'data' },
        ExpressionAttributeValues: { ':new': text(300_000) },
      },
      stored,
    )

  expect(await update('SET #data = :new', { ...Key, data: text(300_000) })).toBe('passed')
  expect(await update('SET #more = :new REMOVE #data', { ...Key, data: text(300_000) })).toBe('passed')
  expect(await update('SET #more = :new', { ...Key, data: text(300_000) })).toBe(
    'Item size to update has exceeded the maximum allowed size',
  )
})

test('a transaction has at most 100 items and 4 MB, and says which item is too large', async () => {
  const items = (count: number, length: number) =>
    Array.from({ length: count }, () => ({ Put: { TableName: 'items', Item: { ...Key, data: text(length) } } }))
  const transaction = (TransactItems: object[]) => answer('TransactWriteItems', { TransactItems })

  expect(await transaction(items(100, 40_000))).toBe('passed')
  expect(await transaction(items(101, 1))).toContain('less than or equal to 100')
  expect(await transaction(items(11, 400_000))).toContain('4 MB')
  const refused = await createDynamoDbLimits([table], async () => undefined)('TransactWriteItems', {
    TransactItems: [...items(1, 1), ...items(1, 500_000)],
  })
  expect(JSON.parse(String(refused?.body))).toMatchObject({
    __type: expect.stringContaining('TransactionCanceledException'),
    CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
  })
})

test.each([
  ['a partition key of 2,049 bytes', { Key: { pk: text(2049), sk: { S: 'b' } } }, 'hashkey'],
  ['a sort key of 1,025 bytes', { Key: { pk: { S: 'a' }, sk: text(1025) } }, 'range keys'],
  ['an index key of 1,025 bytes', { Item: { ...Key, listedAt: text(1025) } }, 'byTime'],
  [
    'IN with 101 operands',
    { Key, FilterExpression: `a IN (${Array.from({ length: 101 }, (_, at) => `:v${at}`).join(', ')})` },
    '101',
  ],
  ['an expression of 4 KB and a byte', { Key, ConditionExpression: 'x'.repeat(4097) }, '4097'],
])('%s is refused', async (_name, input, message) => {
  expect(await answer('Query', { TableName: 'items', ...input })).toContain(message)
})

test('values may lie 32 levels within each other', async () => {
  const nested = (levels: number): WireItem[string] => (levels === 0 ? { S: 'x' } : { L: [nested(levels - 1)] })

  expect(await put({ deep: nested(32) })).toBe('passed')
  expect(await put({ deep: nested(33) })).toBe('Nesting Levels have exceeded supported limits')
})
