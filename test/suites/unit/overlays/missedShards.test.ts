import { expect, test } from 'vitest'
import { missedShards } from '../../../../shared/areas/overlays/overlayRepository.ts'

test.each([
  ['2026-03-01T18:00:59Z', ['0', '1', '2', '3']],
  ['2026-03-01T18:01:00Z', ['0']],
  ['2026-03-01T18:59:00Z', ['0']],
])('missed pushes are looked for at %s in the partitions %j: those of 1.0.0 once an hour', (now, partitions) => {
  expect(missedShards(new Date(now))).toEqual(partitions)
})
