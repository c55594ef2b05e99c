import { expect, test, vi } from 'vitest'
import { parseScheduleExpression } from '../../events/scheduleExpression.ts'

const friday = Date.parse('2026-11-20T08:09:05Z')

test.each([
  ['rate(1 minute)', '2026-11-20T08:10:05Z'],
  ['rate(5 minutes)', '2026-11-20T08:14:05Z'],
  ['rate(1 hour)', '2026-11-20T09:09:05Z'],
  ['rate(7 days)', '2026-11-27T08:09:05Z'],
  ['cron(* * * * ? *)', '2026-11-20T08:10:00Z'],
  ['cron(0/15 * * * ? *)', '2026-11-20T08:15:00Z'],
  ['cron(9 * * * ? *)', '2026-11-20T09:09:00Z'],
  ['cron(0 10 * * ? *)', '2026-11-20T10:00:00Z'],
  ['cron(15 8 1 * ? *)', '2026-12-01T08:15:00Z'],
  ['cron(0 18 ? * MON-FRI *)', '2026-11-20T18:00:00Z'],
  ['cron(0 6 ? * SUN,MON *)', '2026-11-22T06:00:00Z'],
  ['cron(0 0 1 JAN ? 2027)', '2027-01-01T00:00:00Z'],
  ['cron(30-40/5 8 * * ? *)', '2026-11-20T08:30:00Z'],
  ['cron(0 6 ? * 1 *)', '2026-11-22T06:00:00Z'],
  ['cron(0 0 L * ? *)', '2026-11-30T00:00:00Z'],
  ['cron(0 0 15W * ? *)', '2026-12-15T00:00:00Z'],
  ['cron(0 0 ? * 2#1 *)', '2026-12-07T00:00:00Z'],
  ['cron(0 0 ? * 6L *)', '2026-11-27T00:00:00Z'],
])('%s is next due at %s', (expression, due) => {
  const next = parseScheduleExpression(expression)(friday)

  expect(new Date(next).toISOString().replace('.000', '')).toBe(due)
})

test('times are in UTC, wherever the machine is', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')

  const next = parseScheduleExpression('cron(0 10 * * ? *)')(friday)
  vi.unstubAllEnvs()

  expect(new Date(next).toISOString()).toBe('2026-11-20T10:00:00.000Z')
})

test('the time itself is not due again', () => {
  const at = Date.parse('2026-11-20T08:09:00Z')

  expect(parseScheduleExpression('cron(9 8 * * ? *)')(at) - at).toBe(86_400_000)
  expect(parseScheduleExpression('cron(9 8 * * ? *)')(at - 1)).toBe(at)
})

test('a year that is over is never due', () => {
  expect(parseScheduleExpression('cron(0 0 1 1 ? 2020)')(friday)).toBe(Number.POSITIVE_INFINITY)
})

test.each([
  'rate(0 minutes)',
  'rate(1 minutes)',
  'rate(5 minute)',
  'rate(5 seconds)',
  'rate(1.5 hours)',
  'rate(5 weeks)',
  'Rate(5 minutes)',
  'rate(5 minutes) ',
  'cron(* * ? * MON)',
  'rate(-1 minutes)',
  'cron(* * * * *)',
  'cron(* * * * * *)',
  'cron(* * ? * ? *)',
  'cron(60 * * * ? *)',
  'cron(* 24 * * ? *)',
  'cron(*/0 * * * ? *)',
  'at(2026-11-20T08:00:00)',
  '5 minutes',
])('%s is refused', (expression) => {
  expect(() => parseScheduleExpression(expression)).toThrow()
})
