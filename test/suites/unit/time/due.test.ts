import { expect, test } from 'vitest'
import { dueAttributes } from '../../../../shared/runtime/time/due.ts'

test.each([
  ['a0', '0'],
  ['a3', '3'],
  ['0a', '1'],
])('the end of an id decides its due partition: %s is in %s', (id, dueShard) => {
  expect(dueAttributes(id, Date.parse('2026-03-01T18:30:00Z'))).toEqual({ dueAt: '2026-03-01T18:30:00.000Z', dueShard })
})
