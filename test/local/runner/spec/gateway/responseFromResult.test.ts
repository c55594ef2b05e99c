import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { responseFromResult } from '../../gateway/responseFromResult.ts'
import type { InvocationResult } from '../../lambda/invocation.ts'
import { success } from './servedApi.ts'

const shown = (result: InvocationResult) => {
  const { status, headers, body } = responseFromResult(result)
  return { status, headers, body: body.toString() }
}

const plain = ['content-type', 'text/plain; charset=utf-8']
const json = ['content-type', 'application/json']
const internalServerError = { status: 500, headers: [json], body: '{"message":"Internal Server Error"}' }

describe('a result without a status', () => {
  test.each([
    [{ a: [1, null] }, '{"a":[1,null]}'],
    [[1, 2], '[1,2]'],
    ['Hello from Lambda!', 'Hello from Lambda!'],
    [null, 'null'],
    [undefined, 'null'],
    [42, '42'],
    [{ body: 'x', headers: { a: 'b' } }, '{"body":"x","headers":{"a":"b"}}'],
  ])('%j is the body of a 200', (payload, body) => {
    expect(shown(success(payload))).toEqual({ status: 200, headers: [json], body })
  })
})

describe('a result with a status', () => {
  test.each([
    ['nothing else', { statusCode: 200 }, { status: 200, headers: [plain], body: '' }],
    ['a text', { statusCode: 201, body: 'é' }, { status: 201, headers: [plain], body: 'é' }],
    ['a status of digits', { statusCode: '404', body: 'x' }, { status: 404, headers: [plain], body: 'x' }],
    ['the last status', { statusCode: 599 }, { status: 599, headers: [plain], body: '' }],
    ['a body of null', { statusCode: 200, body: null }, { status: 200, headers: [plain], body: '' }],
    ['base64', { statusCode: 200, body: 'aGk=', isBase64Encoded: true }, { status: 200, headers: [plain], body: 'hi' }],
    [
      'base64 that is none',
      { statusCode: 200, body: 'aGk=', isBase64Encoded: false },
      { headers: [plain], body: 'aGk=' },
    ],
    ['no headers', { statusCode: 200, headers: null, cookies: null }, { status: 200, headers: [plain] }],
    [
      'a content type of its own',
      { statusCode: 200, headers: { 'Content-Type': 'text/csv' } },
      { headers: [['content-type', 'text/csv']] },
    ],
    [
      'values that are no strings',
      { statusCode: 200, headers: { 'X-Number': 1, 'x-true': true, 'x-null': null, 'x-undefined': undefined } },
      { headers: [plain, ['x-number', '1'], ['x-true', 'true']] },
    ],
    [
      'one name in two cases',
      { statusCode: 200, headers: { 'X-A': '1', 'x-a': '2' } },
      { headers: [plain, ['x-a', '2']] },
    ],
    [
      'cookies',
      { statusCode: 200, cookies: ['a=1; Secure', 'b=2'] },
      { headers: [plain, ['set-cookie', 'a=1; Secure'], ['set-cookie', 'b=2']] },
    ],
    [
      'a cookie header beside cookies',
      { statusCode: 200, headers: { 'set-cookie': 'a=1' }, cookies: ['b=2'] },
      { headers: [plain, ['set-cookie', 'a=1'], ['set-cookie', 'b=2']] },
    ],
    [
      'headers of the connection',
      {
        statusCode: 200,
        headers: {
          connection: 'x-hop',
          'x-hop': '1',
          'transfer-encoding': 'chunked',
          'content-length': '99',
          'x-a': '1',
        },
      },
      { headers: [plain, ['x-a', '1']] },
    ],
    ['unknown members', { statusCode: 204, statusDescription: 'x', multiValueHeaders: { a: ['b'] } }, { status: 204 }],
  ])('%s', (_what, payload, expected) => {
    expect(shown(success(payload))).toMatchObject(expected)
  })
})

describe('a malformed result is a 500 without details', () => {
  test.each([
    [{ statusCode: 'OK' }],
    [{ statusCode: '2000' }],
    [{ statusCode: 200.5 }],
    [{ statusCode: 100 }],
    [{ statusCode: 600 }],
    [{ statusCode: null }],
    [{ statusCode: {} }],
    [{ statusCode: 200, body: { a: 1 } }],
    [{ statusCode: 200, body: 1 }],
    [{ statusCode: 200, body: '%%%', isBase64Encoded: true }],
    [{ statusCode: 200, body: 'x', isBase64Encoded: 'true' }],
    [{ statusCode: 200, headers: [] }],
    [{ statusCode: 200, headers: 'x: y' }],
    [{ statusCode: 200, headers: { a: ['b'] } }],
    [{ statusCode: 200, headers: { a: {} } }],
    [{ statusCode: 200, headers: { 'a b': '1' } }],
    [{ statusCode: 200, headers: { a: 'x\r\nset-cookie: y' } }],
    [{ statusCode: 200, cookies: 'a=1' }],
    [{ statusCode: 200, cookies: [1] }],
    [{ statusCode: 200, cookies: ['a=1\n'] }],
  ])('%j', (payload) => {
    expect(shown(success(payload))).toEqual(internalServerError)
  })
})

describe('a failed invocation', () => {
  test.each<[string, InvocationResult, number, string]>([
    [
      'a throw',
      { kind: 'error', requestId: 'r', phase: 'invoke', errorType: 'Error', errorMessage: 'secret', trace: [] },
      500,
      'Internal Server Error',
    ],
    [
      'a timeout',
      { kind: 'timeout', requestId: 'r', phase: 'invoke', errorMessage: 'x' },
      500,
      'Internal Server Error',
    ],
    ['no concurrency left', { kind: 'throttled', errorMessage: 'x' }, 503, 'Service Unavailable'],
    ['an event too large', { kind: 'request_too_large', errorMessage: 'x' }, 413, 'Request Entity Too Large'],
  ])('%s', (_what, result, status, message) => {
    expect(shown(result)).toEqual({ status, headers: [json], body: JSON.stringify({ message }) })
  })
})

test('whatever a function returns, the response can be sent', () => {
  const shaped = fc.record(
    { statusCode: fc.jsonValue(), body: fc.jsonValue(), headers: fc.jsonValue(), cookies: fc.jsonValue() },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(shaped, fc.jsonValue()), (payload) => {
      const { status, headers, body } = responseFromResult(success(payload))
      expect(status).toBeGreaterThanOrEqual(200)
      expect(status).toBeLessThanOrEqual(599)
      expect(headers.every(([name, value]) => name === name.toLowerCase() && !/[\r\n]/.test(value))).toBe(true)
      expect(body).toBeInstanceOf(Buffer)
    }),
  )
})
