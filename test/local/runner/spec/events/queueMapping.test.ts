import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueueMappingResource, QueueResource } from '../../deployment.ts'
import { openQueues } from '../../engines/queues.ts'
import { type queueRecord, startQueueMapping } from '../../events/queueMapping.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { failed, queueNamed, succeeded } from './eventSourcesOnEngine.ts'

type Record = ReturnType<typeof queueRecord>
type Answer = (records: readonly Record[]) => InvocationResult | Promise<InvocationResult>

const began = 1_800_000_000_000
const started: AbortController[] = []
const stopAll = () => {
  for (const stopping of started.splice(0)) stopping.abort()
}
beforeEach(() => void vi.useFakeTimers({ now: began }))
afterEach(() => {
  stopAll()
  vi.useRealTimers()
})

interface Options {
  readonly mapping?: Partial<QueueMappingResource>
  readonly queue?: Partial<QueueResource>
  readonly dataFolder?: string
}

const open = ({ queue, dataFolder = 'memory' }: Options = {}) => {
  const queues = openQueues({ queues: [queueNamed('Jobs', queue), queueNamed('App/Dead')], dataFolder })
  return { jobs: queues.named('Jobs'), dead: queues.named('App/Dead') }
}

/** A queue with a mapping whose function answers so. Messages are visible again after thirty seconds. */
const start = (answer: Answer = () => succeeded(), options: Options = {}) => {
  const { jobs, dead } = open(options)
  const batches: (readonly Record[])[] = []
  const times: number[] = []
  const log: string[] = []
  const stopping = new AbortController()
  started.push(stopping)
  const running = startQueueMapping({
    mapping: {
      logicalId: 'Mapping',
      functionLogicalId: 'Worker',
      queueLogicalId: 'Jobs',
      batchSize: 10,
      batchingWindowSeconds: 0,
      reportsBatchItemFailures: true,
      maximumConcurrency: 5,
      ...options.mapping,
    },
    queue: jobs,
    region: 'eu-central-1',
    invoke: async (event) => {
      const { Records } = event as { Records: readonly Record[] }
      batches.push(Records)
      times.push((Date.now() - began) / 1000)
      return answer(Records)
    },
    onLog: (line) => log.push(line),
    stopping: stopping.signal,
  })
  const send = (body: string, delaySeconds?: number) => jobs.send({ body, senderId: 'AKIA', delaySeconds })
  const bodies = () => batches.map((records) => records.map(({ body }) => body).join(' '))
  return { ...running, jobs, dead, batches, bodies, times, log, send }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

const failing = (...ids: readonly (string | undefined)[]) =>
  succeeded({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) })

test('a message is handed over as Lambda does, and is gone afterwards', async () => {
  const { send, batches, jobs, activity } = start()
  const { messageId } = send('hello')

  await seconds(1)

  const md5OfBody = createHash('md5').update('hello').digest('hex')
  expect(batches).toEqual([
    [
      {
        messageId,
        receiptHandle: `${messageId}#1`,
        body: 'hello',
        md5OfBody,
        messageAttributes: {},
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: String(began),
          SenderId: 'AKIA',
          ApproximateFirstReceiveTimestamp: String(began),
        },
        eventSource: 'aws:sqs',
        awsRegion: 'eu-central-1',
        eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:Jobs',
      },
    ],
  ])
  expect([jobs.messages.size, activity()]).toEqual([0, 1])
})

test('a message that comes again keeps its id, the time at which it was sent, and that of its first receipt', async () => {
  const { send, batches, times, activity } = start(([record]) =>
    record?.attributes.ApproximateReceiveCount === '3' ? succeeded() : failed,
  )
  const { messageId } = send('again', 5)

  await seconds(200)

  expect([times, activity()]).toEqual([[5, 35, 65], 3])
  expect(batches.flat().map(({ messageId: id, receiptHandle, attributes }) => [id, receiptHandle, attributes])).toEqual(
    [1, 2, 3].map((count) => [
      messageId,
      `${messageId}#${count}`,
      {
        ApproximateReceiveCount: String(count),
        SentTimestamp: String(began),
        SenderId: 'AKIA',
        ApproximateFirstReceiveTimestamp: String(began + 5000),
      },
    ]),
  )
})

const slowly = () => new Promise<InvocationResult>((resolve) => setTimeout(resolve, 200, succeeded()))

test('a batch that waits for an invocation begins at its end', async () => {
  const { send, times } = start(slowly, { mapping: { batchSize: 1, maximumConcurrency: 1 } })
  for (const body of ['one', 'two']) send(body)

  await seconds(1)

  expect(times).toEqual([0, 0.2])
})

test('a mapping is not drained while a message waits for its first receipt', async () => {
  const { send, drained, jobs } = start(slowly)
  send('waiting')

  const left = drained().then(() => jobs.messages.size)
  await seconds(1)

  expect(await left).toBe(0)
})

test.each([
  [undefined, 7],
  [0, 0],
  [3, 3],
  [0.2, 0.2],
])('a message that is sent with the delay %s comes after %s s: the queue’s own delay is 7', async (delay, expected) => {
  const { send, times } = start(undefined, { queue: { delaySeconds: 7 } })

  send('delayed', delay)
  await seconds(20)

  expect(times).toEqual([expected])
})

test('a delayed message comes before one that was sent earlier with a longer delay', async () => {
  const { send, bodies, times } = start()
  send('later', 12)
  send('sooner', 6)

  await seconds(20)

  expect([bodies(), times]).toEqual([
    ['sooner', 'later'],
    [6, 12],
  ])
})

test('a message is found within half a second after a sleep of the machine', async () => {
  const { send, bodies } = start()
  send('later', 600)
  await seconds(1)

  vi.setSystemTime(began + 600_000)
  await seconds(0.5)

  expect(bodies()).toEqual(['later'])
})

test('messages that wait come in batches, no more of them at a time than the mapping says', async () => {
  let [running, most] = [0, 0]
  const answer: Answer = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 50))
    running--
    return succeeded()
  }
  const { send, drained, bodies } = start(answer, { mapping: { batchSize: 2, maximumConcurrency: 2 } })
  for (const body of 'abcdefg') send(body)

  const drainedAll = drained()
  await seconds(2)
  await drainedAll

  expect(bodies()).toEqual(['a b', 'c d', 'e f', 'g'])
  expect(most).toBe(2)
})

test.each([
  [0, [1, 5, 2]],
  [4, [5, 3]],
])('a batch has at most 6 MB, with a window of %i s too', async (batchingWindowSeconds, expected) => {
  const { send, batches } = start(undefined, { mapping: { batchingWindowSeconds } })
  send('é'.repeat(500_000))
  await seconds(1)
  for (let n = 1; n < 8; n++) send('é'.repeat(500_000))

  await seconds(10)

  expect(batches.map(({ length }) => length)).toEqual(expected)
})

test('a batching window waits for more messages, from the first one on or until the batch is full', async () => {
  const { send, bodies, times } = start(undefined, { mapping: { batchSize: 3, batchingWindowSeconds: 4 } })
  send('a')
  await seconds(3)
  send('b')
  await seconds(5)
  send('c')
  await seconds(1)
  for (const body of 'defg') send(body)
  await seconds(9)

  expect([bodies(), times]).toEqual([
    ['a b', 'c d e', 'f g'],
    [4, 9, 13],
  ])
})

test.each([
  ['what is reported', true, ['good bad', 'bad'], ['Mapping: 1 of 2 messages failed and stay in the queue']],
  ['nothing, where the mapping does not ask for reports,', false, ['good bad'], []],
])('%s comes again after the visibility timeout', async (_what, reportsBatchItemFailures, expected, logged) => {
  const isBad = ({ body, attributes }: Record) => body === 'bad' && attributes.ApproximateReceiveCount === '1'
  const { send, bodies, jobs, times, log } = start(
    (records) => failing(...records.filter(isBad).map(({ messageId }) => messageId)),
    { mapping: { reportsBatchItemFailures } },
  )
  send('good')
  send('bad')

  await seconds(100)

  expect([bodies(), jobs.messages.size, log]).toEqual([expected, 0, logged])
  expect(times).toEqual([0, 30].slice(0, expected.length))
})

test.each([
  ['fails', failed],
  ['is throttled', { kind: 'throttled' as const, errorMessage: '' }],
  ['reports a message of another batch', failing('another')],
  ['reports without an id', failing(undefined)],
  ['reports in another form', succeeded('all')],
])('the whole batch comes again when the function %s', async (_what, result) => {
  const { send, bodies } = start(() => result)
  send('a')
  send('b')

  await seconds(31)

  expect(bodies()).toEqual(['a b', 'a b'])
})

test('a message that was received so many times goes to the dead letters with its id and time', async () => {
  const { send, bodies, jobs, dead } = start(() => failed, {
    queue: { redrive: { queueLogicalId: 'App/Dead', maxReceiveCount: 2 } },
  })
  const { messageId } = send('poison')

  await seconds(100)

  expect(bodies()).toEqual(['poison', 'poison'])
  expect(jobs.messages.size).toBe(0)
  expect([...dead.messages.values()]).toMatchObject([
    { messageId, body: 'poison', senderId: 'AKIA', sentAt: began, receiveCount: 0 },
  ])
  expect(dead.receive(1)).toHaveLength(1)
})

test('only the handle of the last receipt deletes a message', () => {
  const { jobs } = open({ queue: { visibilityTimeoutSeconds: 1 } })
  jobs.send({ body: 'x', senderId: 'AKIA' })
  const [first] = jobs.receive(10)
  expect(jobs.receive(10)).toEqual([])
  vi.setSystemTime(began + 999)
  expect([jobs.nextVisibleIn(), jobs.receive(10)]).toEqual([1, []])
  vi.setSystemTime(began + 1000)
  const [second] = jobs.receive(10)

  jobs.remove(first?.receiptHandle ?? '')
  expect(jobs.messages.size).toBe(1)
  jobs.remove(second?.receiptHandle ?? '')

  expect([jobs.messages.size, jobs.nextVisibleIn()]).toEqual([0, undefined])
})

test('nothing is deleted by an answer that comes after the stop', async () => {
  const { send, jobs } = start(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return succeeded()
  })
  send('held')
  await seconds(0.1)

  stopAll()
  await seconds(10)

  expect(jobs.messages.size).toBe(1)
})

test('messages outlive a restart: what was received and not done comes again, what was done does not', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'queues-spec-'))
  const never = new Promise<InvocationResult>(() => undefined)
  const first = start(([record]) => (record?.body === 'done' ? succeeded() : never), {
    dataFolder,
    mapping: { batchSize: 1 },
  })
  first.send('done')
  first.send('held')
  first.send('delayed', 60)
  await seconds(1)
  stopAll()

  const second = start(undefined, { dataFolder })
  await seconds(60)

  expect([second.bodies(), second.times]).toEqual([
    ['held', 'delayed'],
    [30, 60],
  ])
  rmSync(dataFolder, { recursive: true, force: true })
})
