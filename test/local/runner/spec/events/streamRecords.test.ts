import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compileFilters } from '../../events/eventSourceMapping.ts'
import { invocationRecord } from '../../events/invocationRecord.ts'
import { awsStreamArn, changesNothing, lambdaRecord, laneOf } from '../../events/lambdaRecord.ts'
import { resumeProgress } from '../../events/shardProgress.ts'
import { isBrokenIterator, openStreamsApi, type StreamRecord, StreamsError } from '../../events/streamsApi.ts'
import { failed, mappingOf, succeeded } from './eventSourcesOnEngine.ts'

const record = (dynamodb: object = {}, more: Partial<StreamRecord> = {}): StreamRecord => ({
  eventName: 'MODIFY',
  dynamodb: {
    ApproximateCreationDateTime: 1_800_000_000,
    Keys: { pk: { S: 'a' } },
    SequenceNumber: '7',
    SizeBytes: 1,
    StreamViewType: 'NEW_AND_OLD_IMAGES',
    ...dynamodb,
  },
  ...more,
})
const handed = (given: StreamRecord) => lambdaRecord(given, 'eu-central-1', 'arn:stream')

test('a record has one id for each time that it is delivered, and another in another place', () => {
  const ids = [record(), record({ SizeBytes: 2 }), record({ SequenceNumber: '8' })].map((each) => handed(each).eventID)

  expect([ids[0] === ids[1], ids[0] === ids[2]]).toEqual([true, false])
  expect(lambdaRecord(record(), 'eu-central-1', 'arn:other').eventID).not.toBe(ids[0])
})

test('a deletion by time to live names its principal as Lambda does, any other record names none', () => {
  const userIdentity = { PrincipalId: 'dynamodb.amazonaws.com', Type: 'Service' }

  expect(handed(record({}, { eventName: 'REMOVE', userIdentity }))).toMatchObject({
    userIdentity: { principalId: 'dynamodb.amazonaws.com', type: 'Service' },
  })
  expect(handed(record())).not.toHaveProperty('userIdentity')
})

test.each([
  ['1800000000', '2027-01-15T08:00:00.000'],
  ['2027-01-15T08:00:00.123', '2027-01-15T08:00:00.123'],
])('the label %s of the engine is %s in the ARN', (label, expected) => {
  expect(awsStreamArn('arn:aws:dynamodb:r:1:table/T', `arn:x/T/stream/${label}`)).toBe(
    `arn:aws:dynamodb:r:1:table/T/stream/${expected}`,
  )
})

test.each<[string, StreamRecord, boolean]>([
  ['equal images', record({ OldImage: { a: { S: '1' } }, NewImage: { a: { S: '1' } } }), true],
  ['another value', record({ OldImage: { a: { S: '1' } }, NewImage: { a: { S: '2' } } }), false],
  ['another type', record({ OldImage: { a: { S: '1' } }, NewImage: { a: { N: '1' } } }), false],
  ['keys only', record(), false],
  ['an insert', record({ NewImage: {} }, { eventName: 'INSERT' }), false],
])('a record of %s changes nothing: %s', (_what, given, nothing) => {
  expect(changesNothing(given)).toBe(nothing)
})

test('records of one key share a lane, whatever the order of its attributes, and keys are spread over all lanes', () => {
  const [pk, sk] = [{ S: 'a' }, { N: '1' }]
  const lanes = Array.from({ length: 50 }, (_, n) => laneOf(record({ Keys: { pk: { S: `${n}` } } }), 4))

  expect(laneOf(record({ Keys: { pk, sk } }), 7)).toBe(laneOf(record({ Keys: { sk, pk } }), 7))
  expect(new Set(lanes)).toEqual(new Set([0, 1, 2, 3]))
  expect(laneOf(record(), 1)).toBe(0)
})

test('a record passes where one of the filters matches, and all pass without filters', () => {
  const passes = (...filters: string[]) => compileFilters(mappingOf({ filters }))(handed(record()))

  expect(passes('{"eventName":["INSERT"]}', '{"eventName":["MODIFY"]}')).toBe(true)
  expect([passes('{"eventName":["INSERT"]}'), passes()]).toEqual([false, true])
})

describe('Lambda’s message about records that it gave up', () => {
  const records = [record(), record({ SequenceNumber: '9', ApproximateCreationDateTime: 1_800_000_001.9 })].map(handed)
  const source = { functionArn: 'f', shardId: 's', streamArn: 'a', timestamp: new Date(5) }
  const messageOf = (more: object) =>
    invocationRecord({ records, condition: 'RecordAgeExceeded', invocations: 0, result: undefined, ...more }, source)

  test('holds the first and the last of them, with their times', () => {
    expect(messageOf({})).toEqual({
      requestContext: {
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        functionArn: 'f',
        condition: 'RecordAgeExceeded',
        approximateInvokeCount: 0,
      },
      responseContext: null,
      version: '1.0',
      timestamp: '1970-01-01T00:00:00.005Z',
      DDBStreamBatchInfo: {
        shardId: 's',
        startSequenceNumber: '7',
        endSequenceNumber: '9',
        approximateArrivalOfFirstRecord: '2027-01-15T08:00:00Z',
        approximateArrivalOfLastRecord: '2027-01-15T08:00:01Z',
        batchSize: 2,
        streamArn: 'a',
      },
    })
  })

  test('names an error of the function, which a partial response is not', () => {
    const ofError = { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' }

    for (const result of [failed, { kind: 'timeout', requestId: 'r', phase: 'invoke', errorMessage: '' }])
      expect(messageOf({ result }).responseContext).toEqual(ofError)
    expect(messageOf({ result: succeeded() }).responseContext).toEqual({ statusCode: 200, executedVersion: '$LATEST' })
  })
})

test('the position that is kept is that of the last record up to which all are settled, after each step', () => {
  const kept: unknown[] = []
  const progress = resumeProgress({ get: () => ({ after: '0' }), set: (_shard, position) => kept.push(position) }, 's')
  const step = (change: () => void) => {
    change()
    progress.save()
    return [kept.at(-1), progress.unsettled, progress.isComplete]
  }
  expect(progress.position).toEqual({ after: '0' })

  const states = [
    step(() => progress.read('1', true)),
    step(() => progress.read('2', false)),
    step(() => progress.read('3', true)),
    step(() => progress.settle(['3'])),
    step(() => progress.settle(['1'])),
  ]

  expect(states).toEqual([
    [undefined, 1, false],
    [undefined, 1, false],
    [undefined, 2, false],
    [undefined, 1, false],
    [{ after: '3' }, 0, true],
  ])
  expect(kept).toHaveLength(1)
  expect([progress.position, progress.activity]).toEqual([{ after: '3' }, 5])
})

test('the streams of the engine are read page by page, and its errors have their names', async () => {
  const inputs: unknown[] = []
  const answers = [
    { StreamDescription: { Shards: [{ ShardId: 'a' }], LastEvaluatedShardId: 'a' } },
    { StreamDescription: { Shards: [{ ShardId: 'b' }] } },
    { ShardIterator: 'i' },
    { ShardIterator: 'i' },
    { Records: [], NextShardIterator: null },
    { __type: 'com.amazonaws.dynamodb.v20120810#ExpiredIteratorException', message: 'old' },
    { Table: {} },
  ]
  const server = createServer(async (request, response) => {
    inputs.push(JSON.parse((await buffer(request)).toString()))
    response.end(JSON.stringify(answers.shift()))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = openStreamsApi({ endpoint, accessKeyId: 'local' })
  onTestFinished(api.close)

  expect(await api.shards('s')).toEqual([{ ShardId: 'a' }, { ShardId: 'b' }])
  await api.iterator('s', 'a', { after: '5' })
  await api.iterator('s', 'a', 'LATEST')
  expect(await api.records('i')).toEqual({ records: [], nextIterator: undefined })
  await expect(api.records('i')).rejects.toMatchObject({ code: 'ExpiredIteratorException' })
  await expect(api.streamArn('T')).rejects.toThrow('table T has no stream')
  expect(inputs.slice(0, 4)).toEqual([
    { StreamArn: 's' },
    { StreamArn: 's', ExclusiveStartShardId: 'a' },
    { StreamArn: 's', ShardId: 'a', ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '5' },
    { StreamArn: 's', ShardId: 'a', ShardIteratorType: 'LATEST' },
  ])
})

test.each([
  [new StreamsError('ExpiredIteratorException', ''), true],
  [new StreamsError('TrimmedDataAccessException', ''), true],
  [new StreamsError('ResourceNotFoundException', ''), false],
  [new Error('ExpiredIteratorException'), false],
])('%s means that a new iterator reads on: %s', (error, broken) => {
  expect(isBrokenIterator(error)).toBe(broken)
})
