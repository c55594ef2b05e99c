import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import type { Worker } from '../../../../shared/contract/worker.ts'
import type { StreamRecord } from '../../../../shared/mechanisms/store/streamRecord.ts'
import { batchHandler } from '../../../../shared/mechanisms/workers/batchHandler.ts'
import { postponeFailed } from '../../../../shared/mechanisms/workers/postponeFailed.ts'
import { queueHandler } from '../../../../shared/mechanisms/workers/queueHandler.ts'
import { scheduleHandler } from '../../../../shared/mechanisms/workers/scheduleHandler.ts'
import { streamHandler } from '../../../../shared/mechanisms/workers/streamHandler.ts'
import { forEachConcurrently } from '../../../../shared/runtime/forEachConcurrently.ts'
import { remainingMs } from '../../../../shared/runtime/invocation.ts'
import { streamEvent } from '../../../support/streamEvent.ts'

let lines: Record<string, unknown>[]

beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
})

const worker = { id: 'projectPayments', timeoutSeconds: 300 } as Worker
/** A clock that goes on by 7 ms at each look. */
const ticking = () => {
  let now = 0
  return () => {
    now += 7
    return now
  }
}
const record = (id: string) => ({ eventName: 'MODIFY' as const, keys: { recipientId: 'alice', id } })
const event = streamEvent(record('a'), record('b'), record('c'))
const numberOf = (index: number) => event.Records[index]?.dynamodb.SequenceNumber

test('a batch is processed at once, within the time of its invocation, and leaves one line', async () => {
  let remaining = 0
  const ids: unknown[] = []
  const handler = batchHandler(
    worker,
    async (records) => {
      remaining = remainingMs()
      ids.push(records.map(({ keys }) => keys['id']))
      return []
    },
    ticking(),
  )

  expect(await handler(event, { getRemainingTimeInMillis: () => 100_000 })).toEqual({ batchItemFailures: [] })

  expect(ids).toEqual([['a', 'b', 'c']])
  expect(remaining).toBeGreaterThan(50_000)
  expect(lines).toEqual([
    {
      level: 'INFO',
      timestamp: expect.stringMatching(/Z$/),
      message: 'batch',
      worker: 'projectPayments',
      count: 3,
      milliseconds: 7,
    },
  ])
})

test('a batch reports the records that failed, and logs the first reason', async () => {
  const handler = batchHandler(worker, async ([first, , third]) =>
    [first, third].map((record) => ({
      record: record as StreamRecord,
      error: new Error(`no ${record?.keys['id']}`),
    })),
  )

  expect(await handler(event)).toEqual({
    batchItemFailures: [{ itemIdentifier: numberOf(0) }, { itemIdentifier: numberOf(2) }],
  })
  expect(lines).toMatchObject([{ level: 'ERROR', message: 'batch', count: 3, error: { message: 'no a' } }])
})

const queued = { Records: ['1', '2', '3'].map((body) => ({ messageId: `m${body}`, body })) }

test('queue messages are processed at once within the worker’s time; failures repeat and leave one line', async () => {
  let [running, most, remaining] = [0, 0, 0]
  const consume = async (body: unknown) => {
    most = Math.max(most, ++running)
    remaining = remainingMs()
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (body !== 1) throw new Error(`no ${body}`)
  }

  const answers = [
    await queueHandler(worker, consume, ticking())(queued),
    await queueHandler(worker, async () => undefined, ticking())(queued),
  ]

  expect(answers).toEqual([
    { batchItemFailures: [{ itemIdentifier: 'm2' }, { itemIdentifier: 'm3' }] },
    { batchItemFailures: [] },
  ])
  expect(most).toBe(3)
  expect(remaining).toBeGreaterThan(200_000)
  const line = { message: 'batch', worker: 'projectPayments', count: 3, milliseconds: 7 }
  expect(lines).toMatchObject([
    { level: 'ERROR', ...line, error: { message: 'no 2' } },
    { level: 'INFO', ...line },
  ])
})

test.each([{}, { Records: [{ messageId: 'm' }] }, { Records: [{ body: '1' }] }])(
  '%j is no batch of a queue',
  async (batch) => {
    await expect(queueHandler(worker, async () => undefined)(batch)).rejects.toThrow('of a queue')
  },
)

const failed = ['a', 'b', 'c'].map((id, index) => ({
  image: { recipientId: 'alice', id, ...(index > 0 && { attempts: index }) },
  records: [{ sequenceNumber: `${id}-1` }, { sequenceNumber: `${id}-2` }] as unknown as readonly StreamRecord[],
}))
const error = new Error('no')

test('failed items are left to the schedule with one attempt more, and none goes back to the stream', async () => {
  const postpone = vi.fn(async () => undefined)

  expect(await postponeFailed(worker, { postpone }, failed, error)).toEqual([])

  expect(postpone.mock.calls).toEqual([
    [{ recipientId: 'alice', id: 'a' }, 1],
    [{ recipientId: 'alice', id: 'b' }, 2],
    [{ recipientId: 'alice', id: 'c' }, 3],
  ])
  expect(lines).toMatchObject(
    [1, 2, 3].map((attempts) => ({
      level: 'ERROR',
      message: 'postponed',
      worker: 'projectPayments',
      recipientId: 'alice',
      attempts,
      error: { message: 'no' },
    })),
  )
})

test('failed items go back to the stream from the first that cannot be left, with all of their records', async () => {
  const postpone = vi.fn(async ({ id }: { id: string }) => {
    if (id === 'b') throw new Problem('store_unavailable', 'no store')
  })

  const failures = await postponeFailed(worker, { postpone }, failed, error)

  expect(failures.map(({ record }) => record.sequenceNumber)).toEqual(['b-1', 'b-2', 'c-1', 'c-2'])
  expect(failures.filter((failure) => failure.error !== error)).toEqual([])
  expect(postpone).toHaveBeenCalledTimes(2)
  expect(lines).toHaveLength(1)
})

test('a scheduled run has the worker’s time, and logs one line', async () => {
  let remaining = 0
  const run = async () => {
    remaining = remainingMs()
    return 5
  }

  await scheduleHandler(worker, run, ticking())({})

  expect(remaining).toBeGreaterThan(200_000)
  expect(lines).toMatchObject([{ level: 'INFO', message: 'run', worker: 'projectPayments', milliseconds: 7, count: 5 }])
})

test('a scheduled run that fails is logged and fails, so that Lambda tries again', async () => {
  const error = new Error('no')

  await expect(scheduleHandler(worker, () => Promise.reject(error), ticking())({})).rejects.toBe(error)

  expect(lines).toMatchObject([
    { level: 'ERROR', message: 'run', worker: 'projectPayments', milliseconds: 7, error: { message: 'no' } },
  ])
})

test('a record’s line says how long it took, and no recipient where the key has none', async () => {
  const other = { eventName: 'MODIFY' as const, keys: { account: 'twitch#1' } }

  await streamHandler(worker, async () => undefined, ticking())(streamEvent(other))

  expect(lines).toEqual([
    {
      level: 'INFO',
      timestamp: expect.stringMatching(/Z$/),
      message: 'record',
      worker: 'projectPayments',
      requestId: 'unknown',
      milliseconds: 7,
    },
  ])
})

test('items are worked on in their order, so many at a time, and the first failure is raised after all have ended', async () => {
  const [begun, ended]: [number[], number[]] = [[], []]
  let running = 0
  let most = 0
  const work = async (item: number) => {
    begun.push(item)
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    if (item === 2) throw new Error('two')
    ended.push(item)
  }

  await expect(forEachConcurrently([1, 2, 3, 4, 5], 2, work)).rejects.toThrow('two')

  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(ended).toEqual([1, 3, 4, 5])
  expect(most).toBe(2)
})
