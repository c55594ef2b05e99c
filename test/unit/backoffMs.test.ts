import { afterEach, expect, test, vi } from 'vitest'
import { backoffMs } from '../../shared/backoffMs.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('the delay doubles up to the longest one, and is a random share of that', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)

  const half = [1, 2, 3, 4].map((attempt) => backoffMs(attempt, 10, 40))
  random.mockReturnValue(0)

  expect(half).toEqual([5, 10, 20, 20])
  expect(backoffMs(3, 10)).toBe(0)
})
