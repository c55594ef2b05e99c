import { expect, test } from 'vitest'
import { entityTag, preconditionFromHeader } from '../../../shared/store/precondition.ts'

const [a, b] = ['01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5a', '01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5b']

test.each([
  ['*', 'exists'],
  [' * ', 'exists'],
  [`"${a}"`, [a]],
  [`"${a}", "${b}"`, [a, b]],
  [`W/"${a}", "${b}"`, [b]],
  [Array.from({ length: 300 }, () => '"x"').join(), []],
  ['a', []],
])('If-Match: %s asks for %j', (header, precondition) => {
  expect(preconditionFromHeader(header)).toEqual(precondition)
})

test('a tag is read as the revision that it was made of', () => {
  expect(preconditionFromHeader(entityTag(a))).toEqual([a])
})
