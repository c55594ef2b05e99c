import { expect, test } from 'vitest'
import { levelNameOf, levelsFromConfig, millisecondFrom } from '../../../../shared/areas/alerts/rules.ts'

const amount = (major: number, minor = 0, currency = 'EUR') => ({ major, minor, currency })
const levels = [
  { name: 'silver', from: amount(5) },
  { name: 'gold', from: amount(10, 50) },
  { name: 'gold again', from: amount(10, 50) },
  { name: 'bronze', from: amount(0) },
  { name: 'dollars', from: amount(7, 0, 'USD') },
]

test.each([
  [amount(0), 'bronze'],
  [amount(4, 99), 'bronze'],
  [amount(5), 'silver'],
  [amount(10, 49), 'silver'],
  [amount(10, 50), 'gold'],
  [amount(1000), 'gold'],
  [amount(7, 0, 'USD'), 'dollars'],
  [amount(6, 99, 'USD'), ''],
  [amount(1000, 0, 'JPY'), ''],
  [undefined, ''],
])('the amount %j has the level %s', (given, name) => {
  expect(levelNameOf(given, levels)).toBe(name)
})

test('an amount has no level without levels', () => {
  expect(levelNameOf(amount(5), [])).toBe('')
})

test.each([
  [undefined],
  [null],
  ['text'],
  [{}],
  [{ levels: 'none' }],
  [{ levels: [null, 1, {}, { name: '', from: amount(1) }, { name: 'x' }, { name: 'x', from: amount(1, 100) }] }],
])('a configuration that says %j has no levels', (value) => {
  expect(levelsFromConfig(value)).toEqual([])
})

test('an invalid level is ignored', () => {
  expect(levelsFromConfig({ levels: [{ name: 'gold', from: amount(10), color: 'yellow' }, 'x'] })).toEqual([
    { name: 'gold', from: amount(10) },
  ])
})

test.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00.5Z', '2026-01-01T00:00:00.500Z'],
  ['2026-01-01T00:00:00.123Z', '2026-01-01T00:00:00.123Z'],
  ['2026-01-01T00:00:00.123000Z', '2026-01-01T00:00:00.123Z'],
  ['2026-01-01T00:00:00.123000001Z', '2026-01-01T00:00:00.124Z'],
  ['2026-01-01T00:00:00.999999999Z', '2026-01-01T00:00:01.000Z'],
])('the first millisecond not before %s is %s', (utc, millisecond) => {
  expect(millisecondFrom(utc)).toBe(millisecond)
})
