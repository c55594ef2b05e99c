import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ScheduleResource } from '../../deployment.ts'
import { openQueues } from '../../engines/queues.ts'
import { startSchedules } from '../../events/schedules.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { failed, succeeded } from './eventSourcesOnEngine.ts'

vi.mock('node:timers/promises', () => import('../fakePause.ts'))

const minute = 60_000
const began = Date.parse('2026-11-20T08:09:05.678Z')

let stopping = new AbortController()
beforeEach(() => {
  vi.useFakeTimers({ now: began })
  stopping = new AbortController()
})
afterEach(() => {
  stopping.abort()
  vi.useRealTimers()
})

const sweep: ScheduleResource = {
  logicalId: 'Sweep',
  kind: 'rule',
  arn: 'arn:aws:events:eu-central-1:123456789012:rule/sweep',
  functionLogicalId: 'Worker',
  expression: 'rate(1 minute)',
  input: undefined,
}

const start = (schedule: ScheduleResource, answer: () => InvocationResult | Promise<InvocationResult> = succeeded) => {
  const invocations: { readonly at: number; readonly name: string; readonly event: unknown }[] = []
  const log: string[] = []
  const schedules = startSchedules({
    deployment: { region: 'eu-central-1', accountId: '123456789012', functions: [], schedules: [schedule] },
    queues: openQueues({ queues: [], dataFolder: 'memory' }),
    invoke: async (name, event) => {
      invocations.push({ at: Date.now() - began, name, event })
      return answer()
    },
    onLog: (line) => log.push(line),
    now: Date.now,
    stopping: stopping.signal,
  })
  return { ...schedules, invocations, log, times: () => invocations.map(({ at }) => at) }
}

test('a run has the event that EventBridge sends', async () => {
  const { run, invocations } = start({ ...sweep, logicalId: 'App/Sweep' })

  const result = await run('App/Sweep')

  expect(result).toEqual(succeeded())
  expect(invocations).toEqual([
    {
      at: 0,
      name: 'Worker',
      event: {
        version: '0',
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account: '123456789012',
        time: '2026-11-20T08:09:05Z',
        region: 'eu-central-1',
        resources: ['arn:aws:events:eu-central-1:123456789012:rule/sweep'],
        detail: {},
      },
    },
  ])
})

const ofScheduler: ScheduleResource = {
  ...sweep,
  kind: 'scheduler',
  arn: 'arn:aws:scheduler:eu-central-1:123456789012:schedule/default/sweep',
}

test('a run of EventBridge Scheduler has its own event, whose detail is a text', async () => {
  const { invocations } = start(ofScheduler)

  await vi.advanceTimersByTimeAsync(minute)

  expect(invocations).toMatchObject([
    {
      event: {
        source: 'aws.scheduler',
        time: '2026-11-20T08:10:05Z',
        resources: ['arn:aws:scheduler:eu-central-1:123456789012:schedule/default/sweep'],
        detail: '{}',
      },
    },
  ])
})

test('EventBridge Scheduler replaces its keywords in an input, and a rule does not', async () => {
  const keyword = (name: string) => `<aws.scheduler.${name}>`
  const input = JSON.stringify({
    arn: keyword('schedule-arn'),
    at: keyword('scheduled-time'),
    attempt: keyword('attempt-number'),
    id: keyword('execution-id'),
    other: keyword('other'),
  })
  const runs = [start({ ...ofScheduler, input }), start({ ...sweep, input })]

  await vi.advanceTimersByTimeAsync(minute)

  expect(runs.map(({ invocations }) => invocations[0]?.event)).toEqual([
    {
      arn: 'arn:aws:scheduler:eu-central-1:123456789012:schedule/default/sweep',
      at: '2026-11-20T08:10:05Z',
      attempt: '1',
      id: expect.stringMatching(/^[\da-f]{16}$/),
      other: '<aws.scheduler.other>',
    },
    JSON.parse(input),
  ])
})

test('an input that is not JSON is refused at the start, by the schedule’s name', () => {
  expect(() => start({ ...sweep, input: 'sweep' })).toThrow('Sweep: its input is not JSON')
})

test('a run has the input that the schedule names, and is not repeated', async () => {
  const { run, invocations } = start({ ...sweep, expression: 'rate(1 day)', input: '{"kind":"sweep"}' }, () => failed)

  await run('Sweep')
  await vi.advanceTimersByTimeAsync(5 * minute)

  expect(invocations).toMatchObject([{ event: { kind: 'sweep' } }])
})

test('a schedule invokes at each of its times, whether the run before has ended or not', async () => {
  const { times, activity } = start(sweep, () => new Promise(() => undefined))

  await vi.advanceTimersByTimeAsync(minute - 1)
  expect(times()).toEqual([])
  await vi.advanceTimersByTimeAsync(1 + 2 * minute)

  expect(times()).toEqual([minute, 2 * minute, 3 * minute])
  expect(activity()).toBe(3)
})

test('after a sleep of the machine, what was due runs once, within half a second, and the rest follows from then on', async () => {
  const { times } = start({ ...sweep, expression: 'rate(5 minutes)' })

  vi.setSystemTime(began + 60 * minute)
  await vi.advanceTimersByTimeAsync(500)
  await vi.advanceTimersByTimeAsync(5 * minute)

  expect(times()).toEqual([60 * minute + 500, 65 * minute + 500])
})

test('a failed run is repeated, and each run has an id of its own', async () => {
  const { times, invocations, log } = start({ ...sweep, expression: 'rate(5 minutes)' }, () => failed)

  await vi.advanceTimersByTimeAsync(10 * minute)

  expect(times()).toEqual([5 * minute, 6 * minute, 8 * minute, 10 * minute])
  expect(new Set(invocations.map(({ event }) => (event as { id: string }).id)).size).toBe(2)
  expect(log).toEqual([
    'Sweep: error, again in 60 s',
    'Sweep: error, again in 120 s',
    'Sweep: error, given up',
    'Sweep: error, again in 60 s',
  ])
})

test('nothing runs after the stop, no repetition either', async () => {
  const { times } = start(sweep, () => failed)
  await vi.advanceTimersByTimeAsync(minute)

  stopping.abort()
  await vi.advanceTimersByTimeAsync(5 * minute)

  expect(times()).toEqual([minute])
})

test('drained waits for the runs that are under way', async () => {
  const end = Promise.withResolvers<InvocationResult>()
  const { run, drained } = start(sweep, () => end.promise)
  const order: string[] = []
  const running = run('Sweep').then(() => order.push('ended'))

  const waiting = drained().then(() => order.push('drained'))
  await vi.advanceTimersByTimeAsync(1)
  end.resolve(succeeded())
  await Promise.all([running, waiting])

  expect(order).toEqual(['ended', 'drained'])
})

test('an unknown schedule is refused', async () => {
  await expect(start(sweep).run('Other')).rejects.toThrow('the template has no schedule Other')
})

test('an expression that is not imitated is refused at the start, by the schedule’s name', () => {
  expect(() => start({ ...sweep, expression: 'cron(60 * * * ? *)' })).toThrow(/^Sweep: schedule: .*minute: 60/)
})
