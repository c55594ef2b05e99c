import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionsOf } from '../../../../shared/areas/alerts/positionsOf.ts'

const timeAt = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()

/** Alerts of one recipient by their seconds, in the order of positions; `trips` counts the reads. */
const storeOf = (seconds: readonly number[]) => {
  let trips = 0
  return {
    times: async (_recipient: string, positions: readonly number[]) => {
      trips += 1
      expect(positions.length).toBeGreaterThan(0)
      expect(positions.length).toBeLessThanOrEqual(16)
      return new Map(positions.map((position) => [position, timeAt(seconds[position - 1] ?? Number.NaN)]))
    },
    trips: () => trips,
  }
}

test('a period has the positions of its alerts, several of one instant and bounds at an instant included', async () => {
  const bound = fc.option(fc.integer({ min: -1, max: 12 }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(10), { maxLength: 80 }), bound, bound, async (unsorted, after, before) => {
      const seconds = unsorted.toSorted((left, right) => left - right)
      const period = {
        ...(after !== undefined && { after: timeAt(after) }),
        ...(before !== undefined && { before: timeAt(before) }),
      }

      const { first, last } = await positionsOf(storeOf(seconds), 'alice', seconds.length, period)

      const inside = (second: number) => second >= (after ?? -1) && second < (before ?? 99)
      expect(seconds.slice(first - 1, Math.max(first - 1, last))).toEqual(seconds.filter(inside))
    }),
  )
})

test('a million alerts are searched in five round trips', async () => {
  const seconds = Array.from({ length: 1_000_000 }, (_, index) => index)
  const store = storeOf(seconds)

  expect(await positionsOf(store, 'alice', seconds.length, { after: timeAt(765_432) })).toEqual({
    first: 765_433,
    last: 1_000_000,
  })
  expect(store.trips()).toBeLessThanOrEqual(5)
})
