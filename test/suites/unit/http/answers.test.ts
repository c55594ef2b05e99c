import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Operation, operation } from '../../../../shared/contract/operation.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import {
  answerFromProblem,
  internalProblem,
  renderer,
  securityHeaders,
  successAnswer,
} from '../../../../shared/mechanisms/http/answers.ts'
import { minimalOperation } from '../../../support/minimalOperation.ts'

const answering = (success: Operation['success']): Operation => operation({ ...minimalOperation, success })
const headers = { etag: z.string() }
const [tag, html] = [{ etag: '"1"' }, { 'content-type': 'text/html' }]
const page = { body: z.string(), contentType: 'text/html' }

test.each([
  ['a body', { body: z.object({}) }, { a: 1 }, { body: '{"a":1}' }],
  [
    'a body and headers',
    { body: z.object({}), headers },
    { body: { a: 1 }, headers: tag },
    { body: '{"a":1}', headers: tag },
  ],
  ['a text', page, '<p>', { body: '<p>', headers: html }],
  [
    'a text and headers',
    { ...page, headers },
    { body: '<p>', headers: tag },
    { body: '<p>', headers: { ...html, ...tag } },
  ],
])('an operation that answers %s', (_name, success, answer, rendered) => {
  expect(renderer(answering(success))(answer)).toEqual(rendered)
})

test('an answer is JSON unless its headers tell otherwise', () => {
  expect(successAnswer('{}').headers).toEqual({ 'content-type': 'application/json', ...securityHeaders })
  expect(successAnswer('<p>', { 'content-type': 'text/html' }).headers).toEqual({
    'content-type': 'text/html',
    ...securityHeaders,
  })
})

test.each([
  ['says nothing of when to come back', new Problem('not_found', 'no'), {}],
  ['tells whole seconds', new Problem('store_unavailable', 'no', { retryAfter: 1.2 }), { 'retry-after': '2' }],
  ['tells a second at the least', new Problem('store_unavailable', 'no', { retryAfter: -3 }), { 'retry-after': '1' }],
  ['names the scheme of authentication', new Problem('unauthorized', 'no'), { 'www-authenticate': 'Bearer' }],
])('the answer to a problem %s', (_name, problem, headers) => {
  expect(answerFromProblem(problem, 'r').headers).toEqual({
    'content-type': 'application/problem+json',
    ...securityHeaders,
    ...headers,
  })
})

test.each([
  [100, 'no'],
  [101, 'no Only the first 100 are listed.'],
])('of %i violations no more than 100 are listed, and the answer says so', (count, detail) => {
  const errors = Array.from(
    { length: count },
    (_, index) => ({ in: 'body', pointer: `/${index}`, code: 'type', detail: 'no' }) as const,
  )

  const { body } = answerFromProblem(new Problem('invalid_request', 'no', { errors }), 'r')

  expect(JSON.parse(body)).toMatchObject({ detail, errors: errors.slice(0, 100) })
})

test('a failure of ours says where to look, and keeps its cause', () => {
  const cause = new Error('secret')

  expect(internalProblem(cause)).toMatchObject({
    code: 'internal_error',
    message: 'The service failed. The log of the service has the cause under the request id.',
    cause,
  })
})
