import { expect, test } from 'vitest'
import { backoffMs } from '../../../shared/runtime/backoffMs.ts'

test('the delay doubles up to the longest one, and is a random share of that', () => {
  const half = [1, 2, 3, 4].map((attempt) => backoffMs(attempt, 10, 40, () => 0.5))

  expect(half).toEqual([5, 10, 20, 20])
  expect(backoffMs(3, 10, undefined, () => 0)).toBe(0)
  expect(backoffMs(3, 10, undefined, () => 1)).toBe(40)
})
