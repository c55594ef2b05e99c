import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { QueryDateTime } from '../../../../shared/runtime/time/dateTime.ts'
import { notEmptyPeriod, periodFields, periodQuery } from '../../../../shared/runtime/time/period.ts'

const InBody = z.object(periodFields).check(notEmptyPeriod())
const InQuery = z.object(periodQuery).check(notEmptyPeriod())
const [first, next] = ['2026-03-01T18:30:00Z', '2026-03-01T18:30:00.000000001Z']

test.each([
  ['has no bounds', {}],
  ['has a start only', { after: first }],
  ['has an end only', { before: first }],
  ['is a nanosecond long', { after: first, before: next }],
])('a period that %s is one', (_name, period) => {
  expect(InBody.parse(period)).toEqual(period)
  expect(InQuery.parse(period)).toEqual(period)
})

test.each([
  ['ends where it starts', { after: first, before: first }],
  ['ends before it starts', { after: next, before: first }],
  ['ends where it starts in another zone', { after: first, before: '2026-03-01T21:30:00+03:00' }],
])('a period that %s is refused', (_name, period) => {
  for (const schema of [InBody, InQuery])
    expect(schema.safeParse(period).error?.issues).toMatchObject([
      { path: ['before'], message: 'Invalid period: before has to be later than after' },
    ])
})

test('the plus sign of an offset may arrive as a space in a query, and nowhere else', () => {
  expect(z.parse(QueryDateTime, '2026-03-01T21:30:00 03:00')).toBe(first)
  expect(z.parse(QueryDateTime, '2026-03-01T21:30:00+03:00')).toBe(first)
  for (const text of ['2026-03-01 21:30:00Z', '2026-03-01T21:30:00 03:00 ', '2026-03-01T21:30:00  03:00'])
    expect(QueryDateTime.safeParse(text).error?.issues).toMatchObject([
      { message: 'Invalid date-time: expected an existing RFC 3339 date and time with an offset' },
    ])
  expect(InBody.safeParse({ after: '2026-03-01T21:30:00 03:00' }).success).toBe(false)
  expect(QueryDateTime.safeParse('x'.repeat(65)).error?.issues).toMatchObject([{ code: 'too_big' }])
})
