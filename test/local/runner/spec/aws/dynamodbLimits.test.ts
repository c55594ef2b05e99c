import { expect, test } from 'vitest'
import { createDynamoDbLimits, type LimitedTable } from '../../aws/dynamodbLimits.ts'
import { itemSize, valueSize, type WireItem } from '../../aws/itemSize.ts'

const index = { name: 'byTime', kind: 'local', partitionKey: 'pk', sortKey: 'listedAt' } as const
const table: LimitedTable = {
  name: 'items',
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: [
    { ...index, projection: { type: 'ALL', attributes: [] } },
    { ...index, name: 'byPlace', sortKey: 'place', projection: { type: 'KEYS_ONLY', attributes: [] } },
    {
      name: 'byOwner',
      kind: 'global',
      partitionKey: 'owner',
      sortKey: undefined,
      projection: { type: 'ALL', attributes: [] },
    },
  ],
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

test.each([
  [{ S: '' }, 0],
  [{ N: '0' }, 1],
  [{ N: '1200' }, 2],
  [{ N: '0.0012' }, 2],
  [{ N: '123' }, 3],
  [{ N: '-1.5e10' }, 3],
  [{ B: 'AAAA' }, 3],
  [{ B: 'AA==' }, 1],
  [{ SS: ['é', 'b'] }, 3],
  [{ NS: ['1', '-22'] }, 5],
  [{ BS: ['AAAA', 'AA=='] }, 4],
  [{ BOOL: false }, 1],
  [{ NULL: true }, 1],
  [{ L: [] }, 3],
  [{ M: {} }, 3],
])('a value %j has %i bytes', (value, bytes) => {
  expect(valueSize(value)).toBe(bytes)
})

const tooLarge = 'Item size has exceeded the maximum allowed size'
/** Bytes of the key and of the attribute's name. */
const beside = 'pk'.length + 1 + 'sk'.length + 1 + 'data'.length

test.each([
  ['of 400 KB', { data: text(409_600 - beside) }, 'passed'],
  ['of a byte more', { data: text(409_601 - beside) }, tooLarge],
  ['of as many characters of two bytes', { data: { S: 'é'.repeat(204_800) } }, tooLarge],
  ['of 200 KB in a local index', { data: text(204_800 - beside - 9), listedAt: { S: '1' } }, 'passed'],
  ['of 400 KB in a local index of keys', { data: text(409_600 - beside - 6), place: { S: '1' } }, 'passed'],
  ['of a byte more in a local index', { data: text(204_801 - beside - 9), listedAt: { S: '1' } }, tooLarge],
])('an item %s, alone or in a batch', async (_what, item, expected) => {
  const writes = [{ DeleteRequest: { Key } }, { PutRequest: { Item: { ...Key, ...item } } }]

  expect(await put(item)).toBe(expected)
  expect(await answer('BatchWriteItem', { RequestItems: { items: writes } })).toBe(expected)
})

test('each item is examined by what is stored of it, again and again as it grows', async () => {
  const reads: string[] = []
  const stored = new Map([['b', { ...Key, data: text(390_000) }]])
  const limits = createDynamoDbLimits([table], async (_table, key) => {
    const sk = String(key['sk']?.['S'])
    reads.push(sk)
    return stored.get(sk)
  })
  const update = async (sk: string, bytes: number) => {
    const values = { ':new': text(bytes) }
    const input = { UpdateExpression: 'SET more = :new', ExpressionAttributeValues: values }
    return (await limits('UpdateItem', { TableName: 'items', Key: { ...Key, sk: { S: sk } }, ...input })) === undefined
  }
  const putLarge = () =>
    limits('PutItem', { TableName: 'items', Item: { ...Key, sk: { S: 'a' }, data: text(400_000) } })

  const passed = [await update('a', 1000), await update('a', 1000), await update('b', 1000), await update('b', 30_000)]
  await putLarge()
  stored.set('a', { ...Key, data: text(400_000) })
  passed.push(await update('a', 20_000), await update('c', 1000))

  expect(passed).toEqual([true, true, true, false, false, true])
  for (let n = 0; n < 4; n++) await update('d', 40_000)
  expect(reads).toEqual(['a', 'b', 'b', 'a', 'c', 'd', 'd'])
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
  expect(await update('REMOVE #data SET #more = :new', { ...Key, data: text(300_000) })).toBe('passed')
  expect(await update('SET #data = list_append(#data, :new)', { ...Key, data: text(300_000) })).not.toBe('passed')
  expect(await update('SET #more = :new REMOVE other, #data', { ...Key, data: text(300_000) })).toBe('passed')
  for (const more of [' REMOVE other', ' ADD n :new', ' DELETE n :new', ', #more = #n'])
    expect(await update(`SET #data = :new${more}`, { ...Key, data: text(300_000) })).toBe('passed')
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
  const Update = {
    TableName: 'items',
    Key,
    UpdateExpression: 'SET a = :a',
    ExpressionAttributeValues: { ':a': text(400_000) },
  }
  expect(await transaction(Array.from({ length: 11 }, () => ({ Update })))).toContain('4 MB')
  const quarter = (4 * 1024 * 1024) / 16
  expect(await transaction(items(16, quarter - beside))).toBe('passed')
  expect(await transaction(items(16, quarter - beside + 1))).toContain('4 MB')
  const refused = await createDynamoDbLimits([table], async () => undefined)('TransactWriteItems', {
    TransactItems: [...items(1, 1), ...items(1, 500_000)],
  })
  expect(JSON.parse(String(refused?.body))).toMatchObject({
    __type: expect.stringContaining('TransactionCanceledException'),
    CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError', Message: tooLarge }],
  })
})

const operands = (count: number) => Array.from({ length: count }, (_, at) => `:v${at}`).join(', ')

test.each([
  ['a partition key of 2,048 bytes and a sort key of 1,024', { Key: { pk: text(2048), sk: text(1024) } }],
  ['index keys of 1,024 bytes', { Item: { ...Key, listedAt: text(1024) } }],
  ['IN with 100 operands, twice', { Key, FilterExpression: `a IN (${operands(100)}) OR b IN (${operands(100)})` }],
  ['an expression of 4 KB', { Key, ConditionExpression: 'x'.repeat(4096) }],
  ['the partition key of an index of 2,048 bytes', { Item: { ...Key, owner: text(2048) } }],
  ['a long text that is no expression', { Key, Expression: 'x'.repeat(5000) }],
  ['a table of somebody else', { TableName: 'others', Item: { data: text(500_000) } }],
])('%s passes', async (_name, input) => {
  expect(await answer('Query', { TableName: 'items', ...input })).toBe('passed')
})

test.each([
  [
    'a partition key of 1,025 characters of two bytes',
    { Key: { pk: { S: 'é'.repeat(1025) }, sk: { S: 'b' } } },
    'hashkey',
  ],
  ['an expression of 2,049 characters of two bytes', { Key, ConditionExpression: 'é'.repeat(2049) }, '4098'],
  ['a partition key of 2,049 bytes', { Key: { pk: text(2049), sk: { S: 'b' } } }, 'hashkey'],
  ['a sort key of 1,025 bytes', { Key: { pk: { S: 'a' }, sk: text(1025) } }, 'range keys'],
  ['an index key of 1,025 bytes', { Item: { ...Key, listedAt: text(1025) } }, 'byTime'],
  ['IN with 101 operands', { Key, FilterExpression: `a in (${operands(101)})` }, '101'],
  ['the partition key of an index of 2,049 bytes', { Item: { ...Key, owner: text(2049) } }, 'byOwner'],
  ...['KeyCondition', 'Condition', 'Filter', 'Update', 'Projection'].map((kind): [string, object, string] => [
    `a ${kind}Expression of 4 KB and a byte`,
    { Key, [`${kind}Expression`]: 'x'.repeat(4097) },
    `Invalid ${kind}Expression: Expression size has exceeded the maximum allowed size; expression size: 4097`,
  ]),
])('%s is refused', async (_name, input, message) => {
  expect(await answer('Query', { TableName: 'items', ...input })).toContain(message)
})

test('values may lie 32 levels within each other', async () => {
  const nested = (levels: number): WireItem[string] => {
    if (levels === 0) return { S: 'x' }
    return levels % 2 === 0 ? { M: { m: nested(levels - 1) } } : { L: [nested(levels - 1)] }
  }
  const update = (value: WireItem[string]) =>
    answer('UpdateItem', { TableName: 'items', Key, ExpressionAttributeValues: { ':v': value } })

  expect(await put({ deep: nested(32) })).toBe('passed')
  expect(await put({ deep: nested(33) })).toBe('Nesting Levels have exceeded supported limits')
  expect(await update(nested(33))).toBe('Nesting Levels have exceeded supported limits')
})
