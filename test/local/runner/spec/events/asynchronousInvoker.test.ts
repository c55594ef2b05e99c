import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AsynchronousResource, defaultAsynchronous } from '../../deployment.ts'
import { openQueues } from '../../engines/queues.ts'
import { asynchronousInvoker } from '../../events/asynchronousInvoker.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { failed, functionNamed, queueNamed, succeeded } from './eventSourcesOnEngine.ts'

vi.mock('node:timers/promises', () => import('../fakePause.ts'))

const minute = 60_000
const began = Date.parse('2026-11-20T08:09:05.678Z')
beforeEach(() => void vi.useFakeTimers({ now: began }))
afterEach(() => void vi.useRealTimers())

const throttled: InvocationResult = { kind: 'throttled', errorMessage: 'Rate Exceeded.' }

/** Invokes `Worker` once, whose queues are `Dead`, `Failed` and `Done`, and lets a day pass. */
const invoked = async (settings: Partial<AsynchronousResource>, answer: (attempt: number) => InvocationResult) => {
  const times: number[] = []
  const ids = new Set<string | undefined>()
  const log: string[] = []
  const queues = openQueues({
    queues: ['Dead', 'Failed', 'Done'].map((name) => queueNamed(name)),
    dataFolder: 'memory',
  })
  const invoke = asynchronousInvoker({
    functions: [{ ...functionNamed('Worker'), asynchronous: { ...defaultAsynchronous, ...settings } }],
    queues,
    invoke: async (_name, _event, requestId) => {
      ids.add(requestId)
      return answer(times.push(Date.now() - began))
    },
    onLog: (line) => log.push(line),
    now: Date.now,
    stopping: new AbortController().signal,
  })
  const ended = invoke('Rule', 'Worker', { a: 1 })
  await vi.advanceTimersByTimeAsync(24 * 60 * minute)
  await ended
  const messages = (name: string) => [...queues.named(name).messages.values()]
  return { times, ids, log, messages, records: (name: string) => messages(name).map(({ body }) => JSON.parse(body)) }
}

test('errors are retried after one minute and two more by the same request id, and then the queues get them', async () => {
  const { times, ids, log, messages, records } = await invoked(
    { deadLetterQueueLogicalId: 'Dead', onFailureQueueLogicalId: 'Failed', onSuccessQueueLogicalId: 'Done' },
    () => failed,
  )

  const [requestId] = ids
  expect([times, ids.size]).toEqual([[0, minute, 3 * minute], 1])
  expect(messages('Dead')).toMatchObject([
    {
      body: '{"a":1}',
      attributes: {
        RequestID: { DataType: 'String', StringValue: requestId },
        ErrorCode: { DataType: 'Number', StringValue: '200' },
        ErrorMessage: { DataType: 'String', StringValue: 'oops' },
      },
    },
  ])
  expect(records('Failed')).toEqual([
    {
      version: '1.0',
      timestamp: '2026-11-20T08:12:05.678Z',
      requestContext: {
        requestId,
        functionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:Worker:$LATEST',
        condition: 'RetriesExhausted',
        approximateInvokeCount: 3,
      },
      requestPayload: { a: 1 },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: { errorType: 'Error', errorMessage: 'oops', trace: [] },
    },
  ])
  expect(records('Done')).toEqual([])
  expect(log).toEqual([
    'Rule: error, again in 60 s',
    'Rule: error, again in 120 s',
    'Rule: error, given up, to Failed, to Dead',
  ])
})

test.each([
  [0, [0]],
  [1, [0, minute]],
])('with %i retries a function that fails runs at %j', async (maximumRetryAttempts, times) => {
  const ended = await invoked({ maximumRetryAttempts, deadLetterQueueLogicalId: 'Dead' }, () => failed)

  expect([ended.times, ended.messages('Dead').length]).toEqual([times, 1])
})

test('an event is given up before a retry that would be after its maximum age', async () => {
  const { times, records } = await invoked({ maximumAgeSeconds: 90, onFailureQueueLogicalId: 'Failed' }, () => failed)

  expect(times).toEqual([0, minute])
  expect(records('Failed')).toMatchObject([
    { requestContext: { condition: 'EventAgeExceeded', approximateInvokeCount: 2 } },
  ])
})

test('a throttled invocation is tried again after pauses that double, and takes no retry of an error', async () => {
  const { times } = await invoked({ maximumRetryAttempts: 1 }, (attempt) => (attempt <= 3 ? throttled : failed))

  expect(times).toEqual([0, 1000, 3000, 7000, 7000 + minute])
})

test('a success goes to its destination only, with its result', async () => {
  const { times, records, messages } = await invoked(
    { onSuccessQueueLogicalId: 'Done', onFailureQueueLogicalId: 'Failed', deadLetterQueueLogicalId: 'Dead' },
    () => succeeded({ b: 2 }),
  )

  expect(times).toEqual([0])
  expect(records('Done')).toMatchObject([
    {
      requestContext: { condition: 'Success', approximateInvokeCount: 1 },
      requestPayload: { a: 1 },
      responseContext: { statusCode: 200, executedVersion: '$LATEST' },
      responsePayload: { b: 2 },
    },
  ])
  expect([messages('Failed'), messages('Dead')]).toEqual([[], []])
})
