import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { EventSourceMappingResource, FunctionResource, TableResource } from '../../deployment.ts'
import { openQueues } from '../../engines/queues.ts'
import { startEventSourceMapping } from '../../events/eventSourceMapping.ts'
import { type ShardTail, watchShardTail } from '../../events/shardTail.ts'
import { type StreamPosition, type StreamRecord, type StreamsApi, StreamsError } from '../../events/streamsApi.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { failed, mappingOf, queueNamed, succeeded } from './eventSourcesOnEngine.ts'

vi.mock('node:timers/promises', () => import('../fakePause.ts'))

let stopping = new AbortController()
beforeEach(() => {
  vi.useFakeTimers()
  stopping = new AbortController()
})
afterEach(() => {
  stopping.abort()
  vi.useRealTimers()
})

interface FakeShard {
  readonly id: string
  readonly parent?: string
  /** The sequence numbers of its records. */
  readonly records: string[]
  closed: boolean
}

const streamRecord = (SequenceNumber: string): StreamRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    ApproximateCreationDateTime: Date.now() / 1000,
    Keys: { pk: { S: SequenceNumber } },
    SequenceNumber,
    SizeBytes: 1,
    StreamViewType: 'KEYS_ONLY',
  },
})

/** A stream of shards, two records to a page. Calls fail with the errors that a test adds, in turn. */
const streamOf = (...shards: FakeShard[]) => {
  const errors: { readonly call: 'iterator' | 'records' | 'tail'; readonly error: Error }[] = []
  const positions: StreamPosition[] = []
  const failAt = (call: 'iterator' | 'records' | 'tail') => {
    const index = errors.findIndex((each) => each.call === call)
    const [found] = index === -1 ? [] : errors.splice(index, 1)
    if (found !== undefined) throw found.error
  }
  const gone: FakeShard = { id: '', records: [], closed: true }
  const shardOf = (id: string) => shards.find((each) => each.id === id) ?? gone
  const api: StreamsApi = {
    streamArn: async () => 'arn:engine/stream/1800000000',
    shards: async () =>
      shards.map(({ id, parent }) => ({ ShardId: id, ...(parent !== undefined && { ParentShardId: parent }) })),
    async iterator(_stream, shardId, position) {
      if (position !== 'LATEST') positions.push(position)
      if (position !== 'LATEST') failAt('iterator')
      const { records } = shardOf(shardId)
      if (position === 'LATEST') return `${shardId} ${records.length} tail`
      return `${shardId} ${position === 'TRIM_HORIZON' ? 0 : records.indexOf(position.after) + 1}`
    },
    async records(iterator) {
      const [id = '', at = '', tail] = iterator.split(' ')
      failAt(tail === undefined ? 'records' : 'tail')
      const { records, closed } = shardOf(id)
      const page = records.slice(Number(at), Number(at) + 2)
      const next = Number(at) + page.length
      const isEnd = closed && next === records.length
      return { records: page.map(streamRecord), nextIterator: isEnd ? undefined : [id, next, tail].join(' ').trim() }
    },
    close: () => undefined,
  }
  return { api, shards, errors, positions }
}

const start = async (
  { api }: ReturnType<typeof streamOf>,
  mapping: Partial<EventSourceMappingResource> = {},
  answer: (sequences: readonly string[]) => InvocationResult = () => succeeded(),
  dataFolder = 'memory',
) => {
  const batches: string[] = []
  const log: string[] = []
  const queues = openQueues({ queues: [queueNamed('Dead')], dataFolder: 'memory' })
  const tails = new Map<string, ShardTail>()
  const running = await startEventSourceMapping({
    mapping: mappingOf(mapping),
    table: { name: 'Jobs', arn: 'arn:aws:dynamodb:r:1:table/Jobs' } as TableResource,
    target: { arn: 'arn:function' } as FunctionResource,
    region: 'r',
    api,
    queues,
    dataFolder,
    retryBaseMilliseconds: 5,
    tail(stream, shardId) {
      const watched = tails.get(shardId) ?? watchShardTail(api, stream, shardId, stopping.signal)
      tails.set(shardId, watched)
      return watched
    },
    async invoke(event) {
      const { Records } = event as { Records: readonly StreamRecord[] }
      const sequences = Records.map(({ dynamodb }) => dynamodb.SequenceNumber)
      batches.push(sequences.join())
      return answer(sequences)
    },
    onLog: (line) => log.push(line),
    now: Date.now,
    stopping: stopping.signal,
  })
  await vi.advanceTimersByTimeAsync(100)
  return { ...running, batches, log, dead: queues.named('Dead') }
}

test('a shard is read after its parent has been, and one whose parent is no longer in the stream at once', async () => {
  const parent: FakeShard = { id: 'a', records: ['1', '2', '3'], closed: false }
  const stream = streamOf({ id: 'b', parent: 'a', records: ['4'], closed: false }, parent, {
    id: 'd',
    parent: 'trimmed',
    records: ['9'],
    closed: false,
  })
  const { batches } = await start(stream)
  expect(batches.toSorted()).toEqual(['1,2', '3', '9'])

  parent.closed = true
  await vi.advanceTimersByTimeAsync(100)

  expect(batches.at(-1)).toBe('4')
})

test('a parent counts as read when its records are settled, not when they are handed over', async () => {
  let isBroken = true
  const stream = streamOf(
    { id: 'a', records: ['1'], closed: true },
    { id: 'b', parent: 'a', records: ['2'], closed: true },
  )
  const { batches } = await start(stream, { maximumRetryAttempts: -1 }, () => (isBroken ? failed : succeeded()))
  expect(new Set(batches)).toEqual(new Set(['1']))

  isBroken = false
  await vi.advanceTimersByTimeAsync(10_000)

  expect(batches.at(-1)).toBe('2')
})

test('after the iterator has expired, reading goes on behind the last record, and says nothing', async () => {
  const stream = streamOf({ id: 'a', records: ['1', '2', '3', '4'], closed: false })
  stream.errors.push({ call: 'records', error: new StreamsError('ExpiredIteratorException', 'old') })
  const { batches, log } = await start(stream)

  stream.errors.push({ call: 'records', error: new StreamsError('ExpiredIteratorException', 'old') })
  stream.shards[0]?.records.push('5')
  await vi.advanceTimersByTimeAsync(100)

  expect(batches.join()).toBe('1,2,3,4,5')
  expect(stream.positions).toEqual(['TRIM_HORIZON', 'TRIM_HORIZON', { after: '4' }])
  expect(log).toEqual([])
})

test('records that were trimmed before they were read are announced, and reading goes on at the oldest one', async () => {
  const stream = streamOf({ id: 'a', records: ['1'], closed: false })
  stream.errors.push({ call: 'iterator', error: new StreamsError('TrimmedDataAccessException', 'gone') })

  const { batches, log } = await start(stream)

  expect(batches).toEqual(['1'])
  expect(log).toEqual(['Mapping: records after "TRIM_HORIZON" were trimmed before they were read'])
})

test('who waits for a drained shard waits on while a read fails, and no longer', async () => {
  const stream = streamOf({ id: 'a', records: [], closed: false })
  const { drained } = await start(stream)
  stream.errors.push({ call: 'records', error: new Error('busy') })
  const ended: string[] = []

  void drained().then(() => ended.push('drained'))
  await vi.advanceTimersByTimeAsync(400)
  ended.push('asked again')
  await vi.advanceTimersByTimeAsync(600)

  expect(ended).toEqual(['asked again', 'drained'])
})

test('an engine that fails is asked again every half second, and each failure is reported once', async () => {
  const stream = streamOf({ id: 'a', records: ['1'], closed: false })
  for (let n = 0; n < 3; n++) stream.errors.push({ call: 'records', error: new Error('busy') })

  const { batches, log } = await start(stream)
  await vi.advanceTimersByTimeAsync(1300)
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(200)

  expect(batches).toEqual(['1'])
  expect(log).toEqual(['Mapping: reading the stream failed: busy'])
  stream.errors.push({ call: 'records', error: new Error('busy') })
  stream.shards[0]?.records.push('2')
  await vi.advanceTimersByTimeAsync(100)
  expect(log).toHaveLength(2)
})

test('an idle shard is looked at every 40 ms, also after the look has failed, and again 4 ms after a record', async () => {
  const stream = streamOf({ id: 'a', records: [], closed: false })
  const { batches } = await start(stream)
  const write = async (sequence: string, milliseconds: number) => {
    stream.shards[0]?.records.push(sequence)
    await vi.advanceTimersByTimeAsync(milliseconds)
    return batches.at(-1)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  const seen = [await write('1', 41)]

  for (const [sequence, error] of [
    ['2', new StreamsError('ExpiredIteratorException', 'old')],
    ['3', new Error('busy')],
  ] as const) {
    stream.errors.push({ call: 'tail', error })
    await vi.advanceTimersByTimeAsync(41)
    seen.push(await write(sequence, 600))
  }

  stream.shards[0]?.records.push('4')
  while (batches.at(-1) !== '4') await vi.advanceTimersByTimeAsync(1)
  seen.push(await write('5', 4))

  expect(seen).toEqual(['1', '2', '3', '5'])
})

test.each([
  [1, 1000],
  [10, 2000],
])(
  'with %i lanes of 100 records, no more is read than %i records before some of them are settled',
  async (lanes, most) => {
    const records = Array.from({ length: 3000 }, (_, n) => `${n}`)
    const mapping = { parallelizationFactor: lanes, maximumRetryAttempts: -1 }

    const { activity } = await start(streamOf({ id: 'a', records, closed: false }), mapping, () => failed)

    expect(activity()).toBe(most)
  },
)

test('a lane that is stuck holds up no other', async () => {
  const records = Array.from({ length: 1500 }, (_, n) => `${n}`)
  const mapping = { parallelizationFactor: 4, maximumRetryAttempts: -1 }

  const { batches } = await start(streamOf({ id: 'a', records, closed: false }), mapping, (sequences) =>
    sequences.includes('0') ? failed : succeeded(),
  )

  expect(new Set(batches.join().split(',')).size).toBeGreaterThan(1000)
})

test('a shard that was read to its end is not read again after a restart, and its child goes on', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'shards-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
  const child: FakeShard = { id: 'b', parent: 'a', records: ['2'], closed: false }
  const stream = streamOf({ id: 'a', records: ['1'], closed: true }, child)
  const before = await start(stream, {}, undefined, dataFolder)
  stopping.abort()
  stopping = new AbortController()
  child.records.push('3')

  const after = await start(stream, {}, undefined, dataFolder)

  expect([before.batches, after.batches]).toEqual([['1', '2'], ['3']])
})

test('the window of a mapping is in seconds', async () => {
  const { batches } = await start(streamOf({ id: 'a', records: ['1'], closed: false }), { batchingWindowSeconds: 2 })

  await vi.advanceTimersByTimeAsync(1800)
  expect(batches).toEqual([])
  await vi.advanceTimersByTimeAsync(200)

  expect(batches).toEqual(['1'])
})

test('LATEST leaves out what was written before, over pages and shards', async () => {
  const stream = streamOf(
    { id: 'a', records: ['1', '2', '3', '4', '5'], closed: false },
    { id: 'b', records: [], closed: false },
  )
  const { batches } = await start(stream, { startingPosition: 'LATEST' })

  stream.shards[0]?.records.push('6')
  stream.shards[1]?.records.push('7')
  await vi.advanceTimersByTimeAsync(100)

  expect(batches.toSorted()).toEqual(['6', '7'])
})

test('what is given up without a queue is gone for good, and with one is there before the stream goes on', async () => {
  const records = ['1', '2', '3']
  const withQueue = await start(
    streamOf({ id: 'a', records, closed: false }),
    { maximumRetryAttempts: 0, batchSize: 1 },
    () => failed,
  )
  const without = await start(
    streamOf({ id: 'a', records, closed: false }),
    { maximumRetryAttempts: 0, batchSize: 1, deadLetterQueueLogicalId: undefined },
    () => failed,
  )

  expect([withQueue.batches, without.batches]).toEqual([
    ['1', '2', '3'],
    ['1', '2', '3'],
  ])
  expect([withQueue.dead.messages.size, without.dead.messages.size]).toEqual([3, 0])
  expect(without.log.at(-1)).toBe('Mapping: gave up 1 records (RetryAttemptsExhausted), for good')
})

test('after the stop, what was under way is neither settled nor delivered again', async () => {
  const stream = streamOf({ id: 'a', records: ['1'], closed: false })
  const { batches, activity } = await start(stream, { maximumRetryAttempts: -1 }, () => failed)
  const before = [batches.length, activity()]

  stopping.abort()
  await vi.advanceTimersByTimeAsync(60_000)

  expect([batches.length, activity()]).toEqual(before)
})
