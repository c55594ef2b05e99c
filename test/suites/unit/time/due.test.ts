import { expect, test } from 'vitest'
import { dueAttributes } from '../../../../shared/runtime/time/due.ts'

test.each([
  ['a0', '0'],
  ['a3', '3'],
  ['0a', '1'],
])('the partition of what is due is told by the end of its id: %s is in %s', (id, dueShard) => {
  expect(dueAttributes(id, Date.parse('2026-03-01T18:30:00Z'))).toEqual({ dueAt: '2026-03-01T18:30:00.000Z', dueShard })
})
