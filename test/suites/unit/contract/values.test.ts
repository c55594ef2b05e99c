import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  arrayOf,
  Empty,
  Flag,
  FreeObject,
  optionalUrl,
  text,
  url,
  withinFreeObject,
} from '../../../../shared/contract/values.ts'

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? []
/** A check that refuses everything that reaches it. */
const never = z.refine(() => false, 'reached')

test('a text is as long as messengers count it: in UTF-16 code units, not in characters', () => {
  expect(text(1, 4).safeParse('👋👋').success).toBe(true)
  expect(text(1, 4).safeParse('👋👋👋').error?.issues).toHaveLength(1)
  expect(text(1, 4).safeParse('12345').error?.issues).toHaveLength(1)
})

test.each(['', ' ', '\n\u0001', '\u00a0', '\u3000', '\u200b', '\u2800\u{1d159}', '\u3164', '\ufeff', '\u{e0041}'])(
  'a text of %j is empty where something is needed',
  (blank) => {
    expect(text(1, 9).safeParse(blank).error?.issues).toHaveLength(1)
    expect(text(0, 9).safeParse(blank).data).toBe(blank)
  },
)

test('a text is refused with a reason, before anything else is checked of it', () => {
  const schema = text(1, 4).check(never)

  expect(messagesOf(schema, '👋👋👋')).toEqual(['Too big: expected string to have <=4 UTF-16 code units'])
  expect(messagesOf(text(1, 4), ' ')).toEqual(['Too small: expected string that is not blank'])
  expect(messagesOf(schema, 'abcd')).toEqual(['reached'])
})

const schema = arrayOf(z.string(), 2, never)

test('an array is checked element by element up to its length', () => {
  expect(z.parse(arrayOf(z.string(), 2), ['a', 'b'])).toEqual(['a', 'b'])
  expect(messagesOf(schema, ['a', 'b'])).toEqual(['reached'])
  expect(z.safeParse(schema, ['a', 1]).error?.issues.map(({ path }) => path)).toEqual([[1]])
})

test('an array that is too long is refused before its elements are parsed', () => {
  expect(z.safeParse(schema, [1, 2, 3]).error?.issues).toMatchObject([{ code: 'too_big', maximum: 2, path: [] }])
})

test.each(['abc', { length: 3 }, null, undefined])('an array is not %j', (value) => {
  expect(z.safeParse(schema, value).error?.issues[0]).toMatchObject({ code: 'invalid_type', expected: 'array' })
})

test.each([
  ['https://e.com', 'https://e.com/'],
  [' https://e.com/a b ', 'https://e.com/a%20b'],
  [String.raw`https:\\evil.com`, 'https://evil.com/'],
  ['http:evil.com', 'http://evil.com/'],
  ['https://e.com/"><script>', 'https://e.com/%22%3E%3Cscript%3E'],
  ['HTTPS://Пример.рф', 'https://xn--e1afmkfd.xn--p1ai/'],
  ['tg://resolve?domain=x', 'tg://resolve?domain=x'],
])('a URL %s is stored as %s', (given, stored) => {
  expect(z.parse(url('http', 'https', 'tg'), given)).toBe(stored)
  expect(z.parse(url('http', 'https', 'tg'), stored)).toBe(stored)
})

test.each([
  'https://e.com/\r\nX: 1',
  '\thttps://e.com',
  'https://e.com/\u0000',
  'https://a:b@e.com',
  'https://a@e.com',
  'https://:b@e.com',
  'javascript:alert(1)',
  'data:text/html,x',
  `data:text/html,${'x'.repeat(2048)}`,
  '//e.com',
  '/path',
  'x',
  `https://e.com/${'x'.repeat(2048)}`,
  `https://e.com/${'я'.repeat(400)}`,
])('a URL %j is refused with one violation', (given) => {
  expect(url('http', 'https').safeParse(given).error?.issues).toHaveLength(1)
})

test('a URL may be left out or empty where it is optional', () => {
  expect(z.parse(z.object({ link: optionalUrl('https') }), {})).toEqual({ link: '' })
  expect(z.parse(optionalUrl('https'), '')).toBe('')
  expect(optionalUrl('https').safeParse('http://e.com').success).toBe(false)
})
test('a URL is described as it is refused', () => {
  const description = 'an absolute http, https URL without user info and control characters'

  expect(z.toJSONSchema(url('http', 'https'))).toMatchObject({
    type: 'string',
    format: 'uri',
    maxLength: 2048,
    description,
  })
  expect(messagesOf(url('http', 'https'), '')).toEqual([`Invalid URL: expected ${description}`])
})

test('a URL that may be empty is not described as a URI', () => {
  const description = 'an absolute https URL without user info and control characters, or an empty text'
  const schema = optionalUrl('https')

  expect(z.toJSONSchema(schema)).toMatchObject({ type: 'string', maxLength: 2048, description })
  expect(z.toJSONSchema(schema)).not.toHaveProperty('format')
  expect(messagesOf(schema, 'x')).toEqual([`Invalid URL: expected ${description}`])
})

const tooBig = 'Too big: expected at most 65536 bytes of JSON'
/** An object whose JSON has so many bytes. */
const ofBytes = (bytes: number) => ({ a: `я${'x'.repeat(bytes - '{"a":"я"}'.length - 1)}` })

test('a free-form object has 64 KiB of JSON at most', () => {
  expect(z.parse(FreeObject, ofBytes(65_536))).toEqual(ofBytes(65_536))
  expect(messagesOf(FreeObject, ofBytes(65_537))).toEqual([tooBig])
})

test('a free-form object is measured where only a part counts, once all of it is valid', () => {
  const schema = z
    .object({ free: z.unknown(), name: z.string('no text') })
    .check(withinFreeObject<{ free: unknown }>(({ free }) => free))
  const name = 'x'.repeat(100)

  expect(messagesOf(schema, { free: ofBytes(65_536), name })).toEqual([])
  expect(messagesOf(schema, { free: ofBytes(65_537), name })).toEqual([tooBig])
  expect(messagesOf(schema, { free: ofBytes(65_537), name: 1 })).toEqual(['no text'])
})

test('a flag in a query is a text that says true or false', () => {
  expect([z.parse(Flag, 'true'), z.parse(Flag, 'false')]).toEqual([true, false])
  expect(['', 'yes', true].map((value) => z.safeParse(Flag, value).success)).toEqual([false, false, false])
  expect(z.toJSONSchema(Flag, { io: 'input' })).toMatchObject({ type: 'string', enum: ['true', 'false'] })
})

test('the answer of commands without a result has one name in the documents', () => {
  expect(z.globalRegistry.get(Empty)).toEqual({ id: 'Empty' })
})
