import { expect, test } from 'vitest'
import { closedMinutes } from '../../../../../infra/operators/restore/closedTime.ts'

const doors = { functions: 122, mappings: 20, settlingMs: 120_000 }

test.each([
  // Two settlings of two minutes, and 161 seconds for the doors.
  [{ read: 0, written: 0, itemsPerSecond: 1000 }, 7],
  // Half a million items are read in 1,000 seconds, and 100,000 are written in 200.
  [{ read: 500_000, written: 100_000, itemsPerSecond: 2000 }, 27],
  [{ read: 10, written: 10, itemsPerSecond: 0 }, 9],
])('a restoration of %j closes the service for %i minutes', (work, minutes) => {
  expect(closedMinutes({ ...work, ...doors })).toBe(minutes)
})
