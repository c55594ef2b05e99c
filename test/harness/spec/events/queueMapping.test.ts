import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { QueueMappingResource, QueueResource } from '../../deployment.ts'
import { openQueues } from '../../engines/queues.ts'
import { type queueRecord, startQueueMapping } from '../../events/queueMapping.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { failed, queueNamed, succeeded } from './eventSourcesOnEngine.ts'

type Record = ReturnType<typeof queueRecord>
type Answer = (records: readonly Record[]) => InvocationResult | Promise<InvocationResult>

const started: AbortController[] = []
const stopAll = () => {
  for (const stopping of started.splice(0)) stopping.abort()
}
afterEach(stopAll)

/** A queue with a mapping whose function answers so. Messages of half a second's visibility keep the tests short. */
const start = (
  answer: Answer = () => succeeded(),
  {
    mapping,
    queue,
    dataFolder = 'memory',
  }: { mapping?: Partial<QueueMappingResource>; queue?: Partial<QueueResource>; dataFolder?: string } = {},
) => {
  const queues = openQueues({
    queues: [queueNamed('Jobs', { visibilityTimeoutSeconds: 0.5, ...queue }), queueNamed('Dead')],
    dataFolder,
  })
  const [jobs, dead] = [queues.named('Jobs'), queues.named('Dead')]
  const batches: (readonly Record[])[] = []
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
      ...mapping,
    },
    queue: jobs,
    region: 'eu-central-1',
    invoke: async (event) => {
      const { Records } = event as { Records: readonly Record[] }
      batches.push(Records)
      return answer(Records)
    },
    onLog: () => undefined,
    stopping: stopping.signal,
  })
  const send = (body: string, delaySeconds?: number) => jobs.send({ body, senderId: 'AKIA', delaySeconds })
  const bodies = () => batches.map((records) => records.map(({ body }) => body))
  return { ...running, jobs, dead, batches, bodies, send }
}

const waitFor = async (isTrue: () => boolean) => {
  const deadline = Date.now() + 10_000
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('it did not come')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const failing = (...ids: readonly (string | undefined)[]) =>
  succeeded({ batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) })

test('a message is handed over as Lambda does, and is gone afterwards', async () => {
  const { send, drained, batches, jobs } = start()
  const { messageId, sentAt } = send('hello')

  await drained()

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
          SentTimestamp: String(sentAt),
          SenderId: 'AKIA',
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
        },
        eventSource: 'aws:sqs',
        awsRegion: 'eu-central-1',
        eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:Jobs',
      },
    ],
  ])
  expect(jobs.messages.size).toBe(0)
})

test('a delayed message comes when its time has come, before one that was sent earlier with a longer delay', async () => {
  const { send, bodies } = start()
  const sentAt = Date.now()
  send('later', 1.2)
  send('sooner', 0.6)

  await waitFor(() => bodies().length === 2)

  expect(bodies()).toEqual([['sooner'], ['later']])
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(1200)
})

test('messages that wait come in batches, no more of them at a time than the mapping says', async () => {
  let [running, most] = [0, 0]
  const { send, drained, bodies } = start(
    async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 50))
      running--
      return succeeded()
    },
    { mapping: { batchSize: 2, maximumConcurrency: 2 } },
  )
  for (const body of 'abcdefg') send(body)

  await drained()

  expect(bodies().flat().sort().join('')).toBe('abcdefg')
  expect(Math.max(...bodies().map(({ length }) => length))).toBe(2)
  expect(most).toBe(2)
})

test('a batching window waits for more messages', async () => {
  const { send, bodies } = start(undefined, { mapping: { batchingWindowSeconds: 0.4 } })
  send('first')
  setTimeout(() => send('second'), 100)

  await waitFor(() => bodies().length > 0)

  expect(bodies()).toEqual([['first', 'second']])
})

test('a message that the function reports comes again after the visibility timeout, and the others do not', async () => {
  const { send, bodies, jobs } = start((records) =>
    failing(
      ...records
        .filter(({ body, attributes }) => body === 'bad' && attributes.ApproximateReceiveCount === '1')
        .map(({ messageId }) => messageId),
    ),
  )
  const sentAt = Date.now()
  send('good')
  send('bad')

  await waitFor(() => jobs.messages.size === 0)

  expect(bodies().flat().toSorted()).toEqual(['bad', 'bad', 'good'])
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(500)
})

test.each([
  ['fails', failed],
  ['reports a message of another batch', failing('another')],
  ['reports without an id', failing(undefined)],
  ['reports in another form', succeeded('all')],
])('the whole batch comes again when the function %s', async (_what, result) => {
  const { send, bodies } = start(() => result)
  send('a')
  send('b')

  await waitFor(() => bodies().flat().length >= 4)

  expect(bodies().flat().slice(0, 4).toSorted()).toEqual(['a', 'a', 'b', 'b'])
})

test('a message that was received so many times ends in the dead letters', async () => {
  const { send, bodies, jobs, dead } = start(() => failed, {
    queue: { redrive: { queueLogicalId: 'Dead', maxReceiveCount: 2 } },
  })
  send('poison')

  await waitFor(() => jobs.messages.size === 0)

  expect(bodies()).toEqual([['poison'], ['poison']])
  expect([...dead.messages.values()].map(({ body }) => body)).toEqual(['poison'])
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
  first.send('delayed', 0.8)
  await waitFor(() => first.batches.length === 2 && first.jobs.messages.size === 2)
  stopAll()

  const second = start(undefined, { dataFolder })
  await waitFor(() => second.jobs.messages.size === 0)

  expect(second.bodies().flat().toSorted()).toEqual(['delayed', 'held'])
  rmSync(dataFolder, { recursive: true, force: true })
})
