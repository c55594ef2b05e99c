import { expect, test } from 'vitest'
import { configId } from '../../../shared/config/retiredNames.ts'
import { entityTag, preconditionFromHeader } from '../../../shared/config/rules.ts'

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

test('ids are told apart by recipient and by name, and stay what they were', () => {
  expect(configId('alice', 'theme')).toBe(configId('alice', 'theme'))
  expect(new Set([configId('alice', 'theme'), configId('bob', 'theme'), configId('alice', 'page')]).size).toBe(3)
})
