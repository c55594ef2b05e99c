import { expect, test } from 'vitest'
import { amountOfUnits } from '../../../../shared/areas/leaders/leaders.ts'
import { goalsAfter, moneyChanges, shownUnits, storedGoals } from '../../../../shared/areas/totals/goal.ts'
import { comparableUnits } from '../../../../shared/runtime/money/decimal.ts'

const zero = { major: 0, minor: 0, currency: 'EUR' }

test.each([
  ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', 'counts'],
  ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.1Z', 'counts'],
  ['2026-03-01T00:00:00Z', '2026-02-28T23:59:59.999Z', 'does not count'],
  ['2026-03-01T00:00:00.5Z', '2026-03-01T00:00:00.5Z', 'counts'],
  ['2026-03-01T00:00:00.5Z', '2026-03-01T00:00:00Z', 'does not count'],
  ['2026-03-01T00:00:00.5Z', '2026-03-01T00:00:00.25Z', 'does not count'],
])('for a goal from %s on, a payment of %s %s', (since, timestamp, outcome) => {
  const goals = JSON.stringify([{ title: '', target: zero, start: zero, since, counted: '0' }])
  const change = { id: 'h', nickname: 'Ada', currency: 'EUR', timestamp, units: 7n }

  const [goal] = storedGoals(goalsAfter(goals, [change]))

  expect(goal?.counted).toBe(outcome === 'counts' ? '7' : '0')
})

test('an imported item of which more was given back than it had counts nothing, and takes nothing from others', () => {
  const refunded = { major: 1, minor: 0, currency: 'EUR' }

  expect(moneyChanges(undefined, { timestamp: '2026-03-01T00:00:00Z', amount: zero, refunded })).toEqual([])
})

test('a sum beyond the exact integers of JavaScript is shown as the largest of them', () => {
  expect(shownUnits(10n ** 40n, zero)).toEqual({ ...zero, major: Number.MAX_SAFE_INTEGER })
})

test.each([
  [
    { major: 7, minor: 0, exponent: 0 },
    { major: 7, minor: 0, exponent: 2 },
  ],
  [
    { major: 7, minor: 5, exponent: 1 },
    { major: 7, minor: 50, exponent: 2 },
  ],
  [
    { major: 7, minor: 125, exponent: 3 },
    { major: 7, minor: 125, exponent: 3 },
  ],
])('a sum of %j of a currency that ISO 4217 does not know has all of its digits, two at least', (sum, shown) => {
  const currency = 'DOGE'

  expect(amountOfUnits(comparableUnits({ ...sum, currency }), currency)).toEqual({ ...shown, currency })
})
