import { expect, test } from 'vitest'
import { member, textMember } from '../../../shared/runtime/readMember.ts'

test('a member is read from an object alone', () => {
  expect(member({ a: 1 }, 'a')).toBe(1)
  for (const value of [null, undefined, 'text', { b: 1 }]) expect(member(value, 'a')).toBeUndefined()
  expect(member('text', 'length')).toBeUndefined()
})

test('what every object inherits is no member of it', () => {
  expect(member({}, 'constructor')).toBeUndefined()
})

test('a member that is no text is none', () => {
  expect(textMember({ a: 'x' }, 'a')).toBe('x')
  expect(textMember({ a: 1 }, 'a')).toBeUndefined()
})
