import { describe, expect, it } from 'vitest'
import { askingForCapacity, takeCapacity } from '../../aws/consumedCapacity.ts'
import { priceOfRequest } from '../../aws/prices.ts'
import { refusedWriteUnits } from '../../aws/refusedWrites.ts'
import { formatRequest, type TracedCall } from '../../aws/trace.ts'

const call: TracedCall = {
  functionId: 'listAnnouncers',
  accessKeyId: 'ASIAEXAMPLE',
  service: 'dynamodb',
  action: 'Query',
  tables: ['Announcers'],
  startedAt: 0,
  milliseconds: 0.84,
  readUnits: 0.5,
  writeUnits: 0,
  status: 200,
  faults: [],
}

describe('the list price of a request', () => {
  it('is the sum of gateway, invocation, duration and units', () => {
    const calls = [
      { readUnits: 8, writeUnits: 0 },
      { readUnits: 0, writeUnits: 2 },
    ]

    // 1 request at 1.00 a million, 1 invocation at 0.20, 0.5 GB for 3 ms begun, 8 reads at 0.125 and 2 writes at 0.625.
    const dollars = priceOfRequest({ durationMilliseconds: 2.1, memoryMegabytes: 512, calls })

    // The access log has 150 bytes at 0.50 a gigabyte.
    expect(dollars * 1e6).toBeCloseTo(1 + 0.075 + 0.2 + 0.5 * 3 * 0.0133334 + 1 + 1.25, 6)
  })

  it('has calls of KMS, messages in and out, and log lines, regression: they were free', () => {
    const nothing = { readUnits: 0, writeUnits: 0 }
    const priceOf = (more: object) =>
      priceOfRequest({ durationMilliseconds: 0, memoryMegabytes: 512, calls: [], ...more }) * 1e6
    const plain = priceOf({})

    const dearer = [
      priceOf({ calls: [{ ...nothing, service: 'kms' }] }),
      priceOf({ calls: [{ ...nothing, service: 'execute-api' }] }),
      priceOf({ calls: [{ ...nothing, service: 'ssm' }] }),
      priceOf({ logBytes: 400 }),
    ].map((dollars) => dollars - plain)

    expect(dearer.map((dollars) => dollars.toFixed(2))).toEqual(['3.00', '1.00', '0.00', '0.20'])
    expect(priceOf({ entrance: 'webSocket' })).toBeCloseTo(1.2, 6)
    expect(priceOf({ entrance: 'rest' }) - priceOf({ entrance: 'http' })).toBeCloseTo(2.5, 6)
    expect(priceOf({ entrance: 'none' })).toBeCloseTo(0.2, 6)
  })

  it('has writes that a condition refused, regression: the engine counts nothing for them', () => {
    const Item = { id: { S: 'a' }, text: { S: 'x'.repeat(1500) } }
    const refusal = (type: string) => ({ body: Buffer.from(`{"__type":"com.amazonaws.dynamodb.v20120810#${type}"}`) })
    const refused = [
      refusedWriteUnits({ TableName: 'A', Item }, refusal('ConditionalCheckFailedException')),
      refusedWriteUnits({ TableName: 'A' }, refusal('ConditionalCheckFailedException')),
      refusedWriteUnits(
        { TransactItems: [{ Put: { TableName: 'A', Item } as { TableName: string } }, { Update: { TableName: 'A' } }] },
        refusal('TransactionCanceledException'),
      ),
      refusedWriteUnits({ TableName: 'A', Item }, refusal('ValidationException')),
    ]

    expect(refused.map(({ writeUnits }) => writeUnits)).toEqual([2, 1, 6, 0])
  })
})

describe('the trace of a request', () => {
  it('has a line for the sum and a line for each call', () => {
    const calls: TracedCall[] = [
      call,
      {
        ...call,
        action: 'PutItem',
        readUnits: 0,
        writeUnits: 1,
        status: undefined,
        faults: [{ delayMilliseconds: 20 }, 'ack-lost'],
      },
      { ...call, service: 's3', action: 'PutObject', tables: [], readUnits: 0, status: 503 },
    ]

    const request = { functionId: 'listAnnouncers', durationMilliseconds: 4, memoryMegabytes: 512, calls }
    const text = formatRequest({ ...request, entrance: 'http' })

    expect(text.split('\n')).toEqual([
      'listAnnouncers 4.0 ms · 3 calls · 0.5 RRU 1 WRU · $1.99 per million',
      '  dynamodb Query Announcers 0.8 ms · 0.5 RRU',
      '  dynamodb PutItem Announcers 0.8 ms · 1 WRU · reset · fault delay 20 ms, ack-lost',
      '  s3 PutObject 0.8 ms · status 503',
    ])
    expect(formatRequest({ ...request, entrance: 'none', calls: [call] }).split('\n')[0]).toBe(
      'listAnnouncers 4.0 ms · 1 call · 0.5 RRU · $0.29 per million',
    )
  })
})

describe('consumed capacity', () => {
  it.each([
    ['GetItem', '{"TableName":"A"}', undefined, '{"ReturnConsumedCapacity":"TOTAL","TableName":"A"}'],
    [
      'GetItem',
      '{"TableName":"A","ReturnConsumedCapacity":"NONE"}',
      'NONE',
      '{"TableName":"A","ReturnConsumedCapacity":"TOTAL"}',
    ],
    ['GetItem', '{"ReturnConsumedCapacity":"INDEXES"}', 'INDEXES', '{"ReturnConsumedCapacity":"INDEXES"}'],
    ['DescribeTable', '{"TableName":"A"}', undefined, '{"TableName":"A"}'],
  ])('is asked for: %s %s', (action, body, asked, expected) => {
    expect(askingForCapacity(action, body, asked)).toBe(expected)
  })

  type Row = [string, object, { readonly readUnits: number; readonly writeUnits: number }]
  it.each([
    ...['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query', 'Scan'].map(
      (read): Row => [read, [{ CapacityUnits: 2 }, { CapacityUnits: 0.5 }], { readUnits: 2.5, writeUnits: 0 }],
    ),
    ...['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'].map(
      (write): Row => [write, { CapacityUnits: 3 }, { readUnits: 0, writeUnits: 3 }],
    ),
    ['TransactWriteItems', [{ CapacityUnits: 4, ReadCapacityUnits: 4 }], { readUnits: 4, writeUnits: 0 }],
  ])('of %s is taken out of the answer, unless the caller asked for it', (action, ConsumedCapacity, units) => {
    const answer = JSON.stringify({ Count: 1, ConsumedCapacity })

    const taken = takeCapacity(action, answer, undefined)

    expect({ ...taken, body: String(taken.body) }).toEqual({ units, body: '{"Count":1}' })
    for (const asked of ['TOTAL', 'INDEXES'])
      expect(takeCapacity(action, answer, asked)).toEqual({ units, body: answer })
  })

  it.each([
    ['stands in the middle', '{"ConsumedCapacity":{"CapacityUnits":1},"Count":1}', '{"Count":1}', 1],
    ['is an attribute', '{"Item":{"a":{"S":"b"},"ConsumedCapacity":{"N":"7"}}}', undefined, 0],
    [
      'is an attribute too',
      '{"Item":{"a":{"S":"b"},"ConsumedCapacity":{"N":"7"}},"ConsumedCapacity":{"CapacityUnits":1}}',
      '{"Item":{"a":{"S":"b"},"ConsumedCapacity":{"N":"7"}}}',
      1,
    ],
    ['is a text', String.raw`{"Item":{"a":{"S":",\"ConsumedCapacity\":{}"}}}`, undefined, 0],
  ])('is taken out where it %s', (_place, answer, left, readUnits) => {
    const taken = takeCapacity('GetItem', Buffer.from(answer), undefined)

    expect(taken.units).toEqual({ readUnits, writeUnits: 0 })
    expect(String(taken.body)).toBe(left ?? answer)
  })
})
