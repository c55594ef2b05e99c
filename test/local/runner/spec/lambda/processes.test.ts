import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newCredentials } from '../../lambda/credentials.ts'
import { LambdaFunction } from '../../lambda/lambdaFunction.ts'
import { functionResource } from './testFunction.ts'

/** The ends of what runs, by the process that runs it, the oldest first. */
let running: (() => void)[] = []
let processes = 0

vi.mock('node:os', async (original) => ({ ...(await original<object>()), availableParallelism: () => 3 }))
vi.mock('../../lambda/executionEnvironment.ts', () => ({
  ExecutionEnvironment: class {
    initialized = Promise.resolve()
    accessKeyId = ''
    isAlive = true
    constructor() {
      processes++
    }
    invoke = () => new Promise((resolve) => running.push(() => resolve({ kind: 'success', requestId: '', payload: 1 })))
    async end() {}
  },
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  running = []
  processes = 0
})
afterEach(() => void vi.useRealTimers())

const begin = (invocations: number) => {
  const resource = functionResource()
  const lambda = new LambdaFunction({ resource, environment: {}, onLog: () => {}, issueCredentials: newCredentials })
  for (let n = 0; n < invocations; n++) void lambda.invoke({})
}

test('while none ends, invocations that wait get one process more in 200 ms, up to eight', async () => {
  begin(20)
  const counts: number[] = []

  for (const milliseconds of [199, 1, 200, 200, 10_000]) {
    await vi.advanceTimersByTimeAsync(milliseconds)
    counts.push(processes)
  }

  expect(counts).toEqual([3, 4, 5, 6, 8])
})

test('while others end, an invocation that has waited for a second gets one process more', async () => {
  begin(200)
  const counts: number[] = []

  for (let at = 100; at <= 1200; at += 100) {
    await vi.advanceTimersByTimeAsync(100)
    running.shift()?.()
    counts.push(processes)
  }

  expect(counts).toEqual([...Array(9).fill(3), 4, 4, 4])
})
