import { expect, test } from 'vitest'
import { DateTime } from '../../../../shared/runtime/time/dateTime.ts'
import { epochSeconds, sortableDateTime, utcFromDateTime } from '../../../../shared/runtime/time/utc.ts'

test.each([
  ['2026-02-01T03:00:00Z', '2026-02-01T03:00:00Z'],
  ['2026-02-01T03:00:00+03:00', '2026-02-01T00:00:00Z'],
  ['2026-01-31T23:30:00-05:45', '2026-02-01T05:15:00Z'],
  ['2026-02-01t03:00:00z', '2026-02-01T03:00:00Z'],
  ['2026-02-01T03:00:00-00:00', '2026-02-01T03:00:00Z'],
  ['2024-02-29T12:00:00.123456789Z', '2024-02-29T12:00:00.123456789Z'],
  ['2026-02-01T03:00:00.120+03:00', '2026-02-01T00:00:00.12Z'],
  ['2026-02-01T03:00:00.000Z', '2026-02-01T03:00:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00Z'],
])('the date-time %s is the same instant in UTC as %s', (text, utc) => {
  expect(utcFromDateTime(text)).toBe(utc)
  expect(DateTime.parse(text)).toBe(utc)
})

test.each([
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:60:00Z',
  '2016-12-31T23:59:60Z',
  '2026-01-01T00:00:00',
  '2026-01-01',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00+3:00',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00+0300',
  '2026-01-01T00:00:00.1234567890Z',
  '2026-01-01T00:00:00.Z',
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00+01:00',
  '+002026-01-01T00:00:00Z',
  ' 2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00Z\n',
  '',
])('%j is no instant', (text) => {
  expect(utcFromDateTime(text)).toBeUndefined()
  expect(DateTime.safeParse(text).success).toBe(false)
})

test('texts sort as their instants do', () => {
  const instants = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000001Z', '2026-01-01T00:00:00.1Z']

  const sortable = instants.map(sortableDateTime)

  expect(sortable).toEqual([
    '2026-01-01T00:00:00.000000000Z',
    '2026-01-01T00:00:00.000000001Z',
    '2026-01-01T00:00:00.100000000Z',
  ])
  expect(sortable.toSorted()).toEqual(sortable)
})

test('seconds since 1970 are whole ones that have passed', () => {
  expect(epochSeconds(1_999)).toBe(1)
  expect(epochSeconds(new Date('1970-01-01T00:00:02.000Z'))).toBe(2)
})
