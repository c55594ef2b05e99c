import { expect, test } from 'vitest'
import { member, textMember } from '../../../shared/runtime/readMember.ts'

test('a member is read only from an object', () => {
  expect(member({ a: 1 }, 'a')).toBe(1)
  for (const value of [null, undefined, 'text', { b: 1 }]) expect(member(value, 'a')).toBeUndefined()
  expect(member('text', 'length')).toBeUndefined()
})

test('an inherited property is not a member', () => {
  expect(member({}, 'constructor')).toBeUndefined()
})

test('a member that is not a text counts as absent', () => {
  expect(textMember({ a: 'x' }, 'a')).toBe('x')
  expect(textMember({ a: 1 }, 'a')).toBeUndefined()
})
