import { expect, test } from 'vitest'
import { alertSequence } from '../../../../shared/areas/alerts/sequences.ts'
import { type ShownTimes, shownAt, shownTime } from '../../../../shared/areas/overlays/shownTimes.ts'

const at = new Date('2026-01-01T00:00:00Z')

const timesOf = (...sequences: readonly number[]): ShownTimes =>
  Object.fromEntries(
    sequences.map((sequence) => {
      const { name, value } = shownTime(sequence, at)
      return [name, value]
    }),
  )

test('the time of an acknowledgement is found only by its delivery', () => {
  const { name, value } = shownTime(3, at)

  expect(value).toBe('3@2026-01-01T00:00:00.000Z')
  expect(shownAt({ [name]: value }, 3)).toBe('2026-01-01T00:00:00.000Z')
  expect(shownAt({ [name]: value }, 3 + 8 * 1_000)).toBeUndefined()
  expect(shownAt({}, 3)).toBeUndefined()
})

test('of successive deliveries eight attributes are used, so that an item stays below a write unit', () => {
  const numbers = Array.from({ length: 8 }, (_, index) => index + 1)
  const names = numbers.map((number) => `shown${number - 1}`)

  expect(Object.keys(timesOf(...numbers, ...numbers.map((number) => number + 8))).toSorted()).toEqual(names)
  expect(Object.keys(timesOf(...numbers.map(alertSequence))).toSorted()).toEqual(names)
})
