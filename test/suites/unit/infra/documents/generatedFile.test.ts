import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serialized, staleness, writeGenerated } from '../../../../../infra/documents/generatedFile.ts'

const stalenessOf = (committed: string, current: string, name: string): string | undefined => {
  const file = join(mkdtempSync(join(tmpdir(), 'generated-')), name)
  writeGenerated(committed, file)
  expect(readFileSync(file, 'utf8')).toBe(committed)
  return staleness(current, file)
}

test('a document is committed in lines of their own', () => {
  expect(serialized({ a: { b: [1] } })).toBe('{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n')
})

test('a file that is not there is stale', () => {
  expect(staleness('text', join(mkdtempSync(join(tmpdir(), 'generated-')), 'none.json'))).toBe('it does not exist')
})

test.each([
  ['of JSON', '{"a":1}', 'a.json'],
  ['that should be JSON and is none', 'text', 'a.json'],
  ['of text', 'text\n', 'a.ts'],
])('a file %s with the same text is not stale', (_, text, name) => {
  expect(stalenessOf(text, text, name)).toBeUndefined()
})

test.each([
  ['of a value', { a: 1, b: 2 }, { a: 1, b: 3 }, '/b'],
  ['of a value below', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, '/a/b/c'],
  ['of an entry of a list', { a: [{ b: 1 }, { b: 1 }] }, { a: [{ b: 1 }, { b: 2 }] }, '/a/1/b'],
  ['of types', { a: {} }, { a: 'text' }, '/a'],
  ['of an object and null', { a: {} }, { a: null }, '/a'],
  ['of null and an object', { a: null }, { a: {} }, '/a'],
  ['of a list and an object', { a: [] }, { a: {} }, '/a'],
  ['of an object and a list', { a: {} }, { a: [] }, '/a'],
  ['that is a removed member', { a: 1, b: 2 }, { a: 1 }, '/b'],
  ['that is a new member', { a: 1 }, { a: 1, b: 2 }, '/b'],
  ['of several that is the first of the committed file', { b: 1, a: 1 }, { a: 2, b: 2 }, '/b'],
  ['below a name with a slash', { '/news': 1 }, { '/news': 2 }, '/~1news'],
  ['of whole documents', {}, [], ''],
])('the place of a difference %s is reported', (_, committed, current, pointer) => {
  const found = stalenessOf(JSON.stringify(committed), JSON.stringify(current), 'a.json')

  expect(found).toBe(`it differs at ${pointer}`)
})

test.each([
  ['its layout', '{"a":1}', '{ "a": 1 }'],
  ['the order of its members', '{"a":1,"b":2}', '{"b":2,"a":1}'],
])('a difference of only %s has no place', (_, committed, current) => {
  expect(stalenessOf(committed, current, 'a.json')).toBe('its layout or the order of its members differs')
})

test('a file with invalid JSON is reported', () => {
  expect(stalenessOf('<<<<<<< ours', '{}', 'a.json')).toBe('it is not JSON')
})

test.each([
  ['a changed line', 'a\nb\nc\n', 'a\nx\nc\n', 2],
  ['the first line', 'a\n', 'x\n', 1],
  ['a line that was added', 'a\n', 'a\nb\n', 2],
  ['a line that was removed', 'a\nb\n', 'a\n', 2],
  ['a line after the end, regression: it was line 0', 'a\n\n', 'a\n', 3],
])('a difference of another file has its line: %s', (_, committed, current, line) => {
  expect(stalenessOf(committed, current, 'a.ts')).toBe(`it differs in line ${line}`)
})
