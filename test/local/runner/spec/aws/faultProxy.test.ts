import {
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Fault, FaultRule } from '../../aws/faults.ts'
import { type DynamoDbEngine, dynamoDbClientConfig, startDynamoDb } from '../../engines/dynamodb.ts'
import { createTables } from '../../engines/dynamodbTables.ts'
import { announcers } from './exampleDeployment.ts'
import { type FaultProxy, startFaultProxy } from './faultProxy.ts'

describe('faults around the engine', () => {
  let engine: DynamoDbEngine
  let proxy: FaultProxy
  let direct: DynamoDBClient
  let recipient = 0
  const key = (id: string) => ({ recipientId: { S: `recipient ${recipient}` }, id: { S: id } })
  const put = (id: string, text = '') =>
    new PutItemCommand({ TableName: 'Announcers', Item: { ...key(id), text: { S: text } } })
  const get = (id: string) => new GetItemCommand({ TableName: 'Announcers', Key: key(id) })
  const clientWith = (maxAttempts: number) =>
    new DynamoDBClient({ ...dynamoDbClientConfig(engine), endpoint: proxy.endpoint, maxAttempts })
  const plan = (fault: Fault, rest: Omit<FaultRule, 'fault'> = {}) => proxy.setFaults({ rules: [{ fault, ...rest }] })

  beforeAll(async () => {
    engine = await startDynamoDb({ dataFolder: 'memory' })
    await createTables(engine, [announcers])
    direct = new DynamoDBClient(dynamoDbClientConfig(engine))
    proxy = await startFaultProxy({ target: engine.endpoint })
  })
  afterEach(() => {
    recipient += 1
  })
  afterAll(async () => {
    await proxy.stop()
    await engine.stop()
  })

  it.each([
    ['throttle', 'ThrottlingException', 400],
    ['server-error', 'InternalServerError', 500],
    ['transaction-conflict', 'TransactionConflictException', 400],
  ] as const)('%s has no effect and answers %s', async (fault, name, status) => {
    plan(fault)

    const answer = clientWith(1).send(put('1'))

    await expect(answer).rejects.toMatchObject({ name, $metadata: { httpStatusCode: status } })
    expect((await direct.send(get('1'))).Item).toBeUndefined()
  })

  it.each([
    ['reset-before', false],
    ['ack-lost', true],
  ] as const)('%s cuts the connection; the write took effect: %s', async (fault, effect) => {
    plan(fault)

    await expect(clientWith(1).send(put('1'))).rejects.toMatchObject({ code: 'ECONNRESET' })

    expect((await direct.send(get('1'))).Item !== undefined).toBe(effect)
  })

  it('delays', async () => {
    plan({ delayMilliseconds: 60 })
    const began = performance.now()

    await clientWith(1).send(put('1'))

    expect(performance.now() - began).toBeGreaterThan(59)
  })

  it.each([
    ['transaction-conflict', 'TransactionConflict'],
    ['transaction-throttled', 'ThrottlingError'],
  ] as const)('%s cancels a transaction with the reason of its first item', async (fault, code) => {
    plan(fault)
    const TransactItems = [put('1'), put('2')].map(({ input }) => ({
      Put: { TableName: 'Announcers', Item: input.Item },
    }))

    const answer = clientWith(1).send(new TransactWriteItemsCommand({ TransactItems }))

    await expect(answer).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: code }, { Code: 'None' }],
      message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${code}, None]`,
    })
  })

  it('does a batch of writes in part, and gives the rest back', async () => {
    plan('unprocessed-items', { times: 1 })
    const requests = ['1', '2', '3'].map((id) => ({ PutRequest: { Item: key(id) } }))

    const { UnprocessedItems } = await clientWith(1).send(
      new BatchWriteItemCommand({ RequestItems: { Announcers: requests } }),
    )

    expect(UnprocessedItems).toEqual({ Announcers: requests.slice(1) })
    expect((await direct.send(get('1'))).Item).toEqual(key('1'))
    expect((await direct.send(get('2'))).Item).toBeUndefined()
  })

  it('throttles a batch of one, as DynamoDB does when nothing could be done', async () => {
    plan('unprocessed-items')
    const RequestItems = { Announcers: [{ PutRequest: { Item: key('1') } }] }

    const answer = clientWith(1).send(new BatchWriteItemCommand({ RequestItems }))

    await expect(answer).rejects.toMatchObject({ name: 'ThrottlingException' })
  })

  it('answers an eventually consistent read as before the last write, and a consistent one truly', async () => {
    plan('stale-read', { match: { nth: 2 } })
    const client = clientWith(1)
    const text = async (consistent: boolean) => {
      const { Item } = await client.send(new GetItemCommand({ ...get('1').input, ConsistentRead: consistent }))
      return Item?.['text']?.S
    }
    await client.send(put('1', 'old'))
    const first = await text(false)
    await client.send(put('1', 'new'))

    const [stale, after] = [await text(false), await text(false)]
    plan('stale-read')
    const consistent = await text(true)

    expect({ first, stale, after, consistent }).toEqual({ first: 'old', stale: 'old', after: 'new', consistent: 'new' })
  })
})
