import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { ScheduleResource } from '../../deployment.ts'
import { startSchedules } from '../../events/schedules.ts'
import { failed, succeeded } from './eventSourcesOnEngine.ts'

const stopping: AbortController[] = []
afterEach(() => {
  for (const controller of stopping) controller.abort()
})

const sweep: ScheduleResource = {
  logicalId: 'Sweep',
  functionLogicalId: 'Worker',
  expression: 'rate(1 minute)',
  input: undefined,
}

const start = (schedule: ScheduleResource, { now = Date.now, result = succeeded() } = {}) => {
  const controller = new AbortController()
  stopping.push(controller)
  const invocations: unknown[] = []
  const log: string[] = []
  const schedules = startSchedules({
    deployment: { region: 'eu-central-1', accountId: '123456789012', schedules: [schedule] },
    invoke: async (...call) => {
      invocations.push(call)
      return result
    },
    onLog: (line) => log.push(line),
    now,
    stopping: controller.signal,
  })
  return { ...schedules, invocations, log }
}

test('a run has the event that EventBridge sends', async () => {
  const { run, invocations } = start(sweep, { now: () => Date.parse('2026-11-20T08:09:05.678Z') })

  const result = await run('Sweep')

  expect(result).toEqual(succeeded())
  expect(invocations).toEqual([
    [
      'Worker',
      {
        version: '0',
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account: '123456789012',
        time: '2026-11-20T08:09:05Z',
        region: 'eu-central-1',
        resources: ['arn:aws:events:eu-central-1:123456789012:rule/Sweep'],
        detail: {},
      },
    ],
  ])
})

test('a run has the input that the schedule names', async () => {
  const { run, invocations } = start({ ...sweep, input: '{"kind":"sweep"}' })

  await run('Sweep')

  expect(invocations).toEqual([['Worker', { kind: 'sweep' }]])
})

test('a schedule invokes by itself when it is due', async () => {
  // A clock whose every second is a minute.
  const began = Date.now()
  const now = () => began + (Date.now() - began) * 2_000

  const { invocations } = start(sweep, { now })
  for (let waited = 0; invocations.length < 2 && waited < 200; waited++) await sleep(50)

  expect(invocations.length).toBeGreaterThanOrEqual(2)
})

test('a failed invocation is announced to be tried again', async () => {
  const began = Date.now()
  const { log } = start(sweep, { now: () => began + (Date.now() - began) * 10_000, result: failed })

  for (let waited = 0; log.length < 1 && waited < 200; waited++) await sleep(50)

  expect(log[0]).toBe('Sweep: error, again in 60 s')
})

test('an unknown schedule is refused', async () => {
  await expect(start(sweep).run('Other')).rejects.toThrow('the template has no schedule Other')
})

test('an expression that is not imitated is refused at the start, by the schedule’s name', () => {
  expect(() => start({ ...sweep, expression: 'cron(60 * * * ? *)' })).toThrow(/^Sweep: schedule: .*minute: 60/)
})
