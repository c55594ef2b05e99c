import { expect, test } from 'vitest'
import { keptBytes } from '../../../shared/limits/keptBytes.ts'

test.each([
  [4096, []],
  [4097, [4097]],
])('an answer of %i bytes that is kept for a key counts %j', (bytes, expected) => {
  const spending = (_recipientId: string, _kind: string, cost?: number) => cost as never

  expect(keptBytes({ spending })('alice', 'x'.repeat(bytes))).toEqual(expected)
})
