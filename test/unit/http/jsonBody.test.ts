import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import { bodyLimit, depthLimit, readJsonBody } from '../../../shared/http/jsonBody.ts'

const read = (body: unknown, isBase64Encoded: unknown = false, contentType: unknown = 'application/json') =>
  readJsonBody(body, isBase64Encoded, contentType).value

const problemOf = (act: () => unknown): Problem => {
  try {
    act()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('no problem was raised')
}

const nested = (depth: number, open: string, close: string) =>
  `{"a":${open.repeat(depth - 1)}${close.repeat(depth - 1)}}`

test.each([
  ['not JSON', '{', 'malformed_body'],
  ['nothing', undefined, 'malformed_body'],
  ['an empty text', '', 'malformed_body'],
  ['an array', '[]', 'malformed_body'],
  ['a number', '1', 'malformed_body'],
  ['null', 'null', 'malformed_body'],
  ['a byte order mark', '\ufeff{}', 'malformed_body'],
  [`${depthLimit + 1} levels of arrays`, nested(depthLimit + 1, '[', ']'), 'malformed_body'],
  [`${bodyLimit + 1} bytes`, `{"a":"${'x'.repeat(bodyLimit - 7)}"}`, 'payload_too_large'],
  ['too many bytes in few characters', `{"a":"${'€'.repeat(bodyLimit / 3)}"}`, 'payload_too_large'],
])('%s is refused', (_name, body, code) => {
  expect(problemOf(() => read(body)).code).toBe(code)
})

test.each([
  ['an integer beyond 2^53', '{"a":[{"chatId":9007199254740993}]}', '/a/0/chatId'],
  ['a negative one', '{"a":-9007199254740993}', '/a'],
  ['a lone surrogate', '{"a":"\\ud800"}', '/a'],
  ['a raw lone surrogate', '{"a":"\ud800"}', '/a'],
  ['a lone surrogate in a key', '{"a":{"\\udc00":1}}', '/a'],
  ['__proto__', '{"a":{"__proto__":{}}}', '/a/__proto__'],
  ['an escaped __proto__', '{"\\u005f_proto__":1}', '/__proto__'],
  ['constructor', '{"constructor":1}', '/constructor'],
  ['prototype', '{"prototype":1}', '/prototype'],
])('%s is named by its place', (_name, body, pointer) => {
  const problem = problemOf(() => read(body))

  expect(problem).toMatchObject({ code: 'malformed_body', errors: [{ in: 'body', pointer }] })
})

test('a body of exactly the limits is read', () => {
  const long = `{"a":"${'x'.repeat(bodyLimit - 8)}"}`

  expect(read(long)).toEqual(JSON.parse(long))
  expect(read(nested(depthLimit, '[', ']'))).toBeTypeOf('object')
})

test.each([
  '9007199254740992',
  '1e21',
  '0.1',
  '-0',
  '12345678901234567890e-10',
  '"9007199254740993"',
  '"constructor"',
  '"\\ud83d\\ude00"',
  '"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["',
])('the harmless value %s is kept', (value) => {
  expect(read(`{"a":${value}}`)).toEqual({ a: JSON.parse(value) })
})

test('base64 is decoded, and must be UTF-8', () => {
  const encode = (bytes: Buffer) => bytes.toString('base64')

  expect(read(encode(Buffer.from('{"a":"ä"}')), true)).toEqual({ a: 'ä' })
  expect(problemOf(() => read(encode(Buffer.from([0x7b, 0xff, 0x7d])), true)).code).toBe('malformed_body')
  expect(problemOf(() => read(encode(Buffer.alloc(bodyLimit + 1, 0x20)), true)).code).toBe('payload_too_large')
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset="UTF-8"',
  'application/merge-patch+json',
])('%s is JSON', (contentType) => {
  expect(read('{}', false, contentType)).toEqual({})
})

test.each([
  undefined,
  '',
  'text/plain',
  'application/jsonp',
  'application/json; charset=latin1',
  'application/x-www-form-urlencoded',
  'application/json, text/plain',
])('%s is 415', (contentType) => {
  expect(problemOf(() => readJsonBody('{}', false, contentType)).code).toBe('unsupported_media_type')
})

test('whatever JSON.parse reads is read the same or refused with a problem', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 40, stringUnit: 'binary' })),
      (value) => {
        const text = JSON.stringify(value)
        try {
          expect(read(text)).toEqual(JSON.parse(text))
        } catch (error) {
          if (!(error instanceof Problem)) throw error
        }
      },
    ),
    { numRuns: 500 },
  )
})
