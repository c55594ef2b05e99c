import { expect, test } from 'vitest'
import { configId } from '../../../shared/config/configRepository.ts'
import { entityTag, preconditionFromHeader } from '../../../shared/config/rules.ts'

test.each([
  ['*', 'exists'],
  [' * ', 'exists'],
  ['"a"', ['a']],
  ['"a", "b"', ['a', 'b']],
  ['W/"a", "b"', ['b']],
  ['""', ['']],
  ['a', []],
])('If-Match: %s asks for %j', (header, precondition) => {
  expect(preconditionFromHeader(header)).toEqual(precondition)
})

test('a tag is read as the revision that it was made of', () => {
  expect(preconditionFromHeader(entityTag('r-1'))).toEqual(['r-1'])
})

test('ids are told apart by recipient and by name, and stay what they were', () => {
  expect(configId('alice', 'theme')).toBe(configId('alice', 'theme'))
  expect(new Set([configId('alice', 'theme'), configId('bob', 'theme'), configId('alice', 'page')]).size).toBe(3)
})
