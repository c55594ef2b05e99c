import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyLimit } from '../../../../shared/contract/bodyLimit.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import { depthLimit, objectFromBytes, readJsonBody, readRawBody } from '../../../../shared/mechanisms/http/jsonBody.ts'
import { runs } from '../../../support/runs.ts'

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
  ['two byte order marks', '\ufeff\ufeff{}', 'malformed_body'],
  [`${depthLimit + 1} levels of arrays`, nested(depthLimit + 1, '[', ']'), 'malformed_body'],
  [`${bodyLimit + 1} bytes`, `{"a":"${'x'.repeat(bodyLimit - 7)}"}`, 'payload_too_large'],
  ['too many bytes in few characters', `{"a":"${'€'.repeat(bodyLimit / 3)}"}`, 'payload_too_large'],
])('%s is refused', (_name, body, code) => {
  expect(problemOf(() => read(body)).code).toBe(code)
})

const inexact = 'is a number that cannot be kept exactly'

test.each([
  ['an integer beyond 2^53', '{"a":[{"chatId":9007199254740993}]}', '/a/0/chatId', inexact],
  ['a negative one', '{"a":-9007199254740993}', '/a', inexact],
  [
    'one of 400 digits, of which no BigInt is made: it was 500',
    `{"a":{"b":[1,${'1'.repeat(400)}]}}`,
    '/a/b/1',
    inexact,
  ],
  ['a number above all others', '{"payload":{"x":1e400}}', '/payload/x', inexact],
  ['a fraction beyond 2^53', '{"payload":{"x":9007199254740990.6}}', '/payload/x', inexact],
  ['a number that becomes 0', '{"payload":{"x":1e-400}}', '/payload/x', inexact],
  ['a lone surrogate', '{"a":"\\ud800"}', '/a', 'has a lone surrogate'],
  ['a raw lone surrogate', '{"a":"\ud800"}', '/a', 'has a lone surrogate'],
  ['a lone surrogate in a key', '{"a":{"\\udc00":1}}', '/a', 'has a key with a lone surrogate'],
  ['__proto__', '{"a":{"__proto__":{}}}', '/a/__proto__', 'is a key that is not accepted'],
  ['an escaped __proto__', '{"\\u005f_proto__":1}', '/__proto__', 'is a key that is not accepted'],
  ['constructor', '{"constructor":1}', '/constructor', 'is a key that is not accepted'],
  ['prototype', '{"prototype":1}', '/prototype', 'is a key that is not accepted'],
])('%s is named by its place', (_name, body, pointer, detail) => {
  const problem = problemOf(() => read(body))

  expect(problem).toMatchObject({
    code: 'malformed_body',
    message: 'The body has values that cannot be stored exactly.',
    errors: [{ in: 'body', pointer, detail }],
  })
})

test.each([
  ['{', 'The body is not JSON.'],
  ['[]', 'The body is not a JSON object.'],
  [nested(depthLimit + 1, '[', ']'), 'The body is nested deeper than 32 levels.'],
  ['x'.repeat(bodyLimit + 1), 'The body may have at most 262144 bytes.'],
])('a bad body is described: %.10s…', (body, message) => {
  expect(problemOf(() => read(body)).message).toBe(message)
})

test('a byte order mark is ignored, however the gateway hands the body over', () => {
  expect(read('\ufeff{"a":1}')).toEqual({ a: 1 })
  expect(read(Buffer.from('\ufeff{"a":1}').toString('base64'), true)).toEqual({ a: 1 })
})

test('a body of exactly the limits is read', () => {
  const long = `{"a":"${'x'.repeat(bodyLimit - 8)}"}`

  expect(read(long)).toEqual(JSON.parse(long))
  expect(read(nested(depthLimit, '[', ']'))).toBeTypeOf('object')
})

test.each([
  ['40 arrays beside each other', `{"a":[${'[],'.repeat(40)}[]]}`],
  ['40 objects beside each other', `{"a":[${'{},'.repeat(40)}{}]}`],
  ['40 brackets behind an escaped quote', `{"a":"\\"${'['.repeat(40)}"}`],
  ['40 brackets before an escaped backslash', `{"a":"${'['.repeat(40)}\\\\","b":[]}`],
  ['the deepest nesting beside another array', `{"b":[],${nested(depthLimit, '[', ']').slice(1)}`],
])('%s are no depth', (_name, body) => {
  expect(read(body)).toEqual(JSON.parse(body))
})

test('mixed nesting counts every level', () => {
  const mixed = (levels: number) => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`

  expect(read(mixed(depthLimit))).toBeTypeOf('object')
  expect(problemOf(() => read(mixed(depthLimit + 2))).message).toMatch(/nested deeper/)
})

test.each([
  '9007199254740992',
  '1e21',
  '0.1',
  '-0',
  '12345678901234567890e-10',
  '[1.0,1e21,-0.25,0.12345678901234567]',
  '"9007199254740993, 1e400"',
  '"constructor"',
  '"\\ud83d\\ude00"',
  '"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["',
])('the harmless value %s is kept', (value) => {
  expect(read(`{"a":${value}}`)).toEqual({ a: JSON.parse(value) })
})

test('base64 is decoded, and must be UTF-8', () => {
  const encode = (bytes: Buffer) => bytes.toString('base64')

  expect(read(encode(Buffer.from('{"a":"ä"}')), true)).toEqual({ a: 'ä' })
  expect(problemOf(() => read(encode(Buffer.from([0x7b, 0xff, 0x7d])), true))).toMatchObject({
    code: 'malformed_body',
    message: 'The body is not valid UTF-8.',
  })
  expect(problemOf(() => read(encode(Buffer.alloc(bodyLimit + 1, 0x20)), true)).code).toBe('payload_too_large')
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset="UTF-8"',
  'application/json; charset=utf8',
  'application/json ; charset = "utf-8" ',
  'application/json; profile=x',
  'application/json; profile="https://example.com/a"; charset=utf-8',
  'application/json;',
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
  'application/json; profile=x; charset=utf-16',
  'application/json; charset=utf-88',
  'application/jsonx',
  'application/x-www-form-urlencoded',
  'application/json, text/plain',
  'text/plain, application/json',
  'application/json; charset=utf-16',
  ['application/json'],
])('%s is 415', (contentType) => {
  expect(problemOf(() => readJsonBody('{}', false, contentType))).toMatchObject({
    code: 'unsupported_media_type',
    message: 'Send the body as application/json in UTF-8.',
  })
})

test.each([
  ['a text', 'ä{', false, Buffer.from('ä{')],
  ['base64', Buffer.from([0xff, 0]).toString('base64'), true, Buffer.from([0xff, 0])],
  ['what only looks like base64', 'aaaa', 'true', Buffer.from('aaaa')],
  ['nothing', undefined, false, Buffer.alloc(0)],
  ['no text', { length: 3 }, false, Buffer.alloc(0)],
  ['as many as may be', 'x'.repeat(bodyLimit), false, Buffer.alloc(bodyLimit, 'x')],
])('the raw bytes of %s', (_name, body, isBase64Encoded, bytes) => {
  expect(Buffer.compare(readRawBody(body, isBase64Encoded), bytes)).toBe(0)
})

test('one byte more is too many', () => {
  expect(problemOf(() => readRawBody('x'.repeat(bodyLimit + 1), false)).code).toBe('payload_too_large')
})

test('raw bytes are read as strictly as other bodies', () => {
  expect(objectFromBytes(Buffer.from('{"a":"ä"}'))).toEqual({ a: 'ä' })
  expect(problemOf(() => objectFromBytes(Buffer.from([0x7b, 0xff, 0x7d]))).message).toBe('The body is not valid UTF-8.')
  expect(problemOf(() => objectFromBytes(Buffer.from('{"__proto__":1}'))).code).toBe('malformed_body')
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
    { numRuns: runs(100, 500) },
  )
})

test.each([
  ['{"a":1,"a":1}', ['/a']],
  ['{"a":{"b":[0,{"c":1 , "c" :2}]}}', ['/a/b/1/c']],
  ['{"a":1,"\\u0061":2}', ['/a']],
  ['{"x/y":1,"x/y":2,"x/y":3}', ['/x~1y', '/x~1y']],
])('a duplicate key in %s is refused at %j', (text, pointers) => {
  expect(problemOf(() => read(text)).errors?.map(({ pointer }) => pointer)).toEqual(pointers)
})

test.each([
  '{"a":"\\"b\\":","c":{"a":1},"d":[{"a":1},{"a":"a:"}]}',
  '{"url":"https://e.com/:","time":"12:30","quoted":"\\": {[,"}',
])('%s has no duplicate key', (text) => {
  expect(read(text)).toEqual(JSON.parse(text))
})
