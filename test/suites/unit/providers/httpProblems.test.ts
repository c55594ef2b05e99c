import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Problem } from '../../../../shared/contract/problem.ts'
import { neverLeft, providerHttp } from '../../../../shared/mechanisms/outbound/http.ts'

const http = providerHttp('Provider')
const Schema = z.object({ id: z.int() })
const answerWith = (body: string) => ({ status: 200, headers: {}, body })

test('JSON is parsed by its schema', () => {
  expect(http.parse(answerWith('{"id":1,"more":2}'), Schema)).toEqual({ id: 1 })
})

test.each([
  ['<p>secret', 'SyntaxError'],
  ['{"id":"secret"}', '$ZodError'],
  ['["secret"]', '$ZodError'],
  ['', 'SyntaxError'],
])('%j does not match, and is not told', (body, name) => {
  expect(() => http.parse(answerWith(body), Schema)).toThrow(
    expect.objectContaining({
      code: 'provider_bad_answer',
      message: 'Provider sent an answer of an unknown form.',
      cause: expect.objectContaining({ name }),
    }),
  )
})

test.each([
  ['7', 7],
  [' 7 ', 7],
  ['0', 1],
  ['', 1],
  ['soon', 1],
  ['-5', 1],
  ['99999999', 86_400],
  ['Wed, 21 Oct 2015 07:28:30 GMT', 30],
  ['Wed, 21 Oct 2015 07:27:30 GMT', 1],
  ['21 Oct 2015 07:28:30 GMT', 30],
  ['Wed, 21 Oct 2015 07:28:30 +0000', 30],
])('Retry-After: %s is %s seconds', (value, expected) => {
  const now = Date.parse('2015-10-21T07:28:00Z')

  const problem = providerHttp('Provider', () => now).problemFrom({
    status: 429,
    headers: { 'retry-after': value },
    body: '',
  })

  expect(problem).toMatchObject({ code: 'provider_unavailable', retryAfter: expected })
})

test('an unexpected status is a bad answer', () => {
  expect(http.problemFrom({ status: 418, headers: {}, body: '' })).toMatchObject({
    code: 'provider_bad_answer',
    message: 'Provider sent an unexpected answer (418).',
  })
})

test.each([429, 500])('%i is unavailability for a second', (code) => {
  expect(http.problemFrom({ status: code, headers: {}, body: '' })).toMatchObject({
    code: 'provider_unavailable',
    retryAfter: 1,
    message: `Provider cannot process the request now (${code}).`,
  })
})

test.each([
  ['ENOTFOUND', true],
  ['EAI_AGAIN', true],
  ['EHOSTUNREACH', true],
  ['ENETUNREACH', true],
  ['ECONNRESET', false],
])('whether a request that failed with %s never left is %s', (code, expected) => {
  const problem = new Problem('provider_unavailable', '', { cause: Object.assign(new Error(code), { code }) })

  expect(neverLeft(problem)).toBe(expected)
})
