import { expect, test } from 'vitest'
import { instantFrom } from '../../../../../infra/operators/import/instant.ts'

test.each([
  ['1438576556', '2015-08-03T04:35:56Z'],
  ['14385765561', '2425-11-12T21:59:21Z'],
  ['143857655612', '1974-07-24T00:27:35.612Z'],
  ['2026-03-01T18:30:00+03:00', '2026-03-01T15:30:00Z'],
  ['2026-03-01 18:30:00 -0130', '2026-03-01T20:00:00Z'],
  ['2026-03-01 18:30 GMT', '2026-03-01T18:30:00Z'],
])('%s names its zone', (text, utc) => {
  expect(instantFrom(text, { timeZone: 'Asia/Kolkata' })).toEqual({ utc, hasZone: true })
})

test.each([
  [' 2026-03-01 ', '2026-03-01T00:00:00Z'],
  ['2026/3/1,   18:30:05,25', '2026-03-01T18:30:05.25Z'],
  ['1.3.2026', '2026-03-01T00:00:00Z'],
  ['13/12/2026 1:05', '2026-12-13T01:05:00Z'],
  ['12/13/2026 1:05 AM', '2026-12-13T01:05:00Z'],
  ['13/12/2026 11:05  p.m.', '2026-12-13T23:05:00Z'],
])('%s names none', (text, utc) => {
  expect(instantFrom(text, { timeZone: 'UTC' })).toEqual({ utc, hasZone: false })
})

test.each([
  ['soon', 'is no time'],
  ['on 2026-03-01', 'is no time'],
  ['on 1.3.2026', 'is no time'],
  ['1.3.20261', 'is no time'],
  ['2026-03-01 noon', 'is no time'],
  ['2026-03-01 18:30 later', 'is no time'],
  ['12345678', 'is no time'],
  ['1438576556x', 'is no time'],
  ['x1438576556', 'is no time'],
  ['2026-02-30 10:00', 'is no time that there is'],
  ['2026-02-03 0:10 am', 'is no time that there is'],
  ['2026-02-03 13:10 am', 'is no time that there is'],
  ['2026-02-03 10:00 +99:00', 'is no time that there is'],
  ['12/12/2026', 'can be read in two ways: say --date-order dmy or --date-order mdy'],
])('%s %s', (text, reason) => {
  expect(instantFrom(text, { timeZone: 'UTC' })).toBe(`"${text}" ${reason}`)
})
