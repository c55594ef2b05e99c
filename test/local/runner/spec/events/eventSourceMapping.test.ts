import { setTimeout as sleep } from 'node:timers/promises'
import { DeleteItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failed, mappingOf, openWorkbench, sortKeys, succeeded, type Workbench } from './eventSourcesOnEngine.ts'

let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench()
})
afterEach(() => bench.close())

const key = { pk: { S: 'a' }, sk: { S: '1' } }

describe('a function', () => {
  test('is given the records as Lambda gives them', async () => {
    const { invocations, idle } = await bench.start([mappingOf()])

    await bench.put('a', '1', { bytes: { B: Buffer.from('hi') }, rows: { N: '5' }, tags: { SS: ['x'] } })
    await bench.client.send(new DeleteItemCommand({ TableName: 'Jobs', Key: key }))
    await idle()

    const records = invocations.flatMap((invocation) => invocation.records)
    const image = { ...key, bytes: { B: 'aGk=' }, rows: { N: '5' }, tags: { SS: ['x'] } }
    const common = {
      eventID: expect.stringMatching(/^[\da-f]{32}$/),
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-central-1',
      eventSourceARN: expect.stringMatching(
        /^arn:aws:dynamodb:eu-central-1:123456789012:table\/Jobs\/stream\/\d{4}-\d\d-\d\dT[\d:]+\.\d{3}$/,
      ),
    }
    const change = {
      ApproximateCreationDateTime: expect.closeTo(Date.now() / 1000, -2),
      Keys: key,
      SequenceNumber: expect.stringMatching(/^\d+$/),
      SizeBytes: 120,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    }
    expect(records).toEqual([
      { ...common, eventName: 'INSERT', dynamodb: { ...change, NewImage: image } },
      { ...common, eventName: 'REMOVE', dynamodb: { ...change, OldImage: image } },
    ])
  })

  test('does not get a write that changed nothing', async () => {
    const { invocations, idle } = await bench.start([mappingOf()])
    const write = (UpdateExpression: string) =>
      bench.client.send(
        new UpdateItemCommand({
          TableName: 'Jobs',
          Key: key,
          UpdateExpression,
          ExpressionAttributeValues: { ':x': { N: '1' } },
        }),
      )

    await write('SET x = :x')
    await write('SET x = :x')
    await idle()

    expect(invocations.flatMap(({ records }) => records.map(({ eventName }) => eventName))).toEqual(['INSERT'])
  })

  test('is given only what a filter matches', async () => {
    const filters = [JSON.stringify({ eventName: ['INSERT'], dynamodb: { NewImage: { status: { S: ['queued'] } } } })]
    const { invocations, idle } = await bench.start([mappingOf({ filters })])

    await bench.put('a', '1', { status: { S: 'queued' } })
    await bench.put('a', '2', { status: { S: 'ready' } })
    await bench.put('a', '1', { status: { S: 'ready' } })
    await idle()

    expect(sortKeys(invocations)).toEqual(['1'])
  })
})

describe('a failure', () => {
  test('goes to the dead-letter queue with Lambda’s record, and the stream goes on', async () => {
    const mapping = mappingOf({ batchSize: 1, maximumRetryAttempts: 2 })
    const sources = await bench.start([mapping], ({ records }) =>
      records.some(({ dynamodb }) => dynamodb.Keys['sk']?.['S'] === 'bad') ? failed : succeeded(),
    )

    for (const sk of ['before', 'bad', 'after']) await bench.put('a', sk)
    await sources.idle()

    expect(sortKeys(sources.invocations)).toEqual(['before', 'bad', 'bad', 'bad', 'after'])
    const bad = sources.invocations[1]?.records[0]
    const arrival = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(sources.deadLetters('Dead')).toEqual([
      {
        requestContext: {
          requestId: expect.stringMatching(/^[\da-f-]{36}$/),
          functionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:Worker',
          condition: 'RetryAttemptsExhausted',
          approximateInvokeCount: 3,
        },
        responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        version: '1.0',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        DDBStreamBatchInfo: {
          shardId: expect.stringMatching(/^shardId-/),
          startSequenceNumber: bad?.dynamodb.SequenceNumber,
          endSequenceNumber: bad?.dynamodb.SequenceNumber,
          approximateArrivalOfFirstRecord: arrival,
          approximateArrivalOfLastRecord: arrival,
          batchSize: 1,
          streamArn: bad?.eventSourceARN,
        },
      },
    ])
    expect(sources.log.at(-1)).toBe('Mapping: gave up 1 records (RetryAttemptsExhausted), see Dead')
  })

  test('of one mapping does not hold up another on the same table', async () => {
    const mappings = [
      mappingOf({ maximumRetryAttempts: -1 }),
      mappingOf({ logicalId: 'Other', functionLogicalId: 'Second' }),
    ]
    const { invocations } = await bench.start(mappings, ({ functionLogicalId }) =>
      functionLogicalId === 'Worker' ? failed : succeeded(),
    )

    const taken = () => sortKeys(invocations.filter(({ functionLogicalId }) => functionLogicalId === 'Second'))
    for (const sk of ['1', '2', '3']) {
      await bench.put('a', sk)
      await expect.poll(taken, { timeout: 60_000 }).toContain(sk)
    }

    expect(taken()).toEqual(['1', '2', '3'])
  })
})

test('idle waits for what invocations write to other streams', async () => {
  const mappings = [
    mappingOf(),
    mappingOf({ logicalId: 'Follow', functionLogicalId: 'Second', tableLogicalId: 'Effects' }),
  ]
  const { invocations, idle } = await bench.start(mappings, async ({ functionLogicalId }) => {
    await sleep(30)
    if (functionLogicalId === 'Worker') await bench.put('effect', '1', {}, 'Effects')
    return succeeded()
  })

  await bench.put('a', '1')
  await idle()

  expect(invocations.map(({ functionLogicalId }) => functionLogicalId)).toEqual(['Worker', 'Second'])
})

test('a filter that is not imitated is refused at the start, by the mapping’s name', async () => {
  const start = bench.start([mappingOf({ filters: ['{"eventName":[{"wildcard":"*"}]}'] })])

  await expect(start).rejects.toThrow('Mapping: event filter: unknown operator {"wildcard":"*"}')
})
