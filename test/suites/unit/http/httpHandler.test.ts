import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { operation } from '../../../../shared/contract/operation.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import { httpHandler } from '../../../../shared/mechanisms/http/httpHandler.ts'
import type { Transaction } from '../../../../shared/mechanisms/http/idempotency.ts'
import { Replay } from '../../../../shared/mechanisms/http/keyedRequest.ts'
import { remainingMs } from '../../../../shared/runtime/invocation.ts'
import { someMilliseconds } from '../../../support/expected.ts'
import { httpEvent, type TestRequest } from '../../../support/httpEvent.ts'
import { minimalOperation } from '../../../support/minimalOperation.ts'
import { runs } from '../../../support/runs.ts'

const listThings = operation({
  ...minimalOperation,
  id: 'listThings',
  method: 'GET',
  path: '/things/{kind}',
  params: { kind: z.string().check(z.maxLength(3)) },
  query: z.object({ size: z.optional(z.string().check(z.regex(/^\d+$/))) }),
  headers: { 'if-match': z.optional(z.string()) },
  success: { body: z.object({ kind: z.string() }) },
  problems: ['not_found'],
})

const event = (request: TestRequest = {}) => httpEvent('GET', '/things/{kind}', { params: { kind: 'abc' }, ...request })
const answering = (handle: Parameters<typeof httpHandler<typeof listThings>>[1]) => httpHandler(listThings, handle)
const echo = answering(async ({ params }) => ({ kind: params.kind }))

const written = () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  return lines
}

test('a success has the security headers', async () => {
  const answer = await echo(event())

  expect(answer).toEqual({
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    },
    body: '{"kind":"abc"}',
  })
})

test('violations of all parts are reported at once', async () => {
  const { statusCode, body } = await echo(
    event({ params: { kind: 'abcd' }, query: { size: 'x' }, headers: { 'if-match': 1 as unknown as string } }),
  )

  expect(statusCode).toBe(400)
  expect(JSON.parse(body).errors.map((error: { in: string; pointer: string }) => [error.in, error.pointer])).toEqual([
    ['path', '/kind'],
    ['query', '/size'],
    ['header', '/if-match'],
  ])
})

test.each([
  ['no claims', { ...event(), requestContext: { requestId: 'r' } }, 401],
  ['an ID token', event({ claims: { token_use: 'id' } }), 401],
  ['no recipient', event({ recipient: '' }), 403],
  ['a recipient of 256 bytes', event({ recipient: 'x'.repeat(256) }), 403],
])('fails closed: %s', async (_name, given, status) => {
  const handle = vi.fn()

  const { statusCode, body } = await answering(handle)(given)

  expect(statusCode).toBe(status)
  expect(JSON.parse(body).detail).not.toBe('')
  expect(handle).not.toHaveBeenCalled()
})

test('a problem that the operation declares is answered with its details', async () => {
  const answer = await answering(async () => {
    throw new Problem('not_found', 'no such thing', { retryAfter: 1.2 })
  })(event())

  expect(answer.statusCode).toBe(404)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '2' })
  expect(JSON.parse(answer.body)).toEqual({
    type: 'urn:problem-type:streaming-support:not-found',
    title: 'There is no such resource',
    status: 404,
    detail: 'no such thing',
    instance: 'urn:request:test-request',
    code: 'not_found',
  })
})

test.each([
  ['a problem that it does not declare', new Problem('token_disabled', 'secret detail'), 'Problem'],
  ['an error', new Error('secret detail'), 'Error'],
  ['something that is no error', 'secret detail', 'string'],
])('%s is an opaque 500, logged', async (_name, thrown, name) => {
  const lines = written()

  const answer = await answering(() => Promise.reject(thrown))(event())

  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('secret detail')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'ERROR',
    operation: 'listThings',
    status: 500,
    error: { name },
  })
})

test('the log line names operation, recipient, request, status and time, and nothing of the request', async () => {
  const lines = written()

  await echo(event({ query: { size: '42' }, headers: { authorization: 'Bearer canary' } }))

  expect(lines).toHaveLength(1)
  expect(lines[0]?.length).toBeLessThan(230)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 'INFO',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    message: 'request',
    operation: 'listThings',
    recipientId: 'alice',
    requestId: 'test-request',
    status: 200,
    milliseconds: someMilliseconds,
  })
})

test('a logged parser error does not quote its input', async () => {
  const lines = written()

  await answering(async () => JSON.parse('canary'))(event())

  expect(lines.join('')).toContain('SyntaxError')
  expect(lines.join('')).not.toContain('canary')
})

test('a refusal is logged by its code only, a failure with its cause', async () => {
  const lines = written()
  const cause = new Error('the socket was closed')

  await answering(() => Promise.reject(new Problem('not_found', 'no')))(event())
  await answering(() => Promise.reject(new Problem('internal_error', 'no', { cause })))(event())

  const [refusal, failure] = lines.map((line) => JSON.parse(line))
  expect(refusal).toEqual({
    level: 'INFO',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    message: 'request',
    operation: 'listThings',
    recipientId: 'alice',
    requestId: 'test-request',
    status: 404,
    code: 'not_found',
    milliseconds: someMilliseconds,
  })
  expect(failure).toMatchObject({ level: 'ERROR', error: { name: 'Error', message: 'the socket was closed' } })
  expect(refusal.milliseconds).toBeLessThan(60_000)
})

test('an invocation that nears its end is answered by its handler, whose calls end before that', async () => {
  const slow = answering(async ({ params }) => {
    await new Promise((resolve) => setTimeout(resolve, 40))
    return { kind: params.kind }
  })

  expect(await slow(event(), { getRemainingTimeInMillis: () => 20 })).toMatchObject({ statusCode: 200 })
})

test.each([
  [{ getRemainingTimeInMillis: () => 5_000 }, 5_000],
  [{}, 10_000],
  [null, 10_000],
])('calls end within the time of the invocation: with the context %j, %i ms', async (context, milliseconds) => {
  const remaining = vi.fn(remainingMs)
  const timed = answering(async () => ({ kind: String(remaining()) }))

  await timed(event(), context)

  const [left] = remaining.mock.results.map(({ value }) => value)
  expect(left).toBeLessThan(milliseconds)
  expect(left).toBeGreaterThan(milliseconds - 4_000)
})

test('an operation without a store commits nothing', async () => {
  const lines = written()

  const { statusCode } = await answering((_request, commit) => commit([], { kind: '' }))(event())

  expect(statusCode).toBe(500)
  expect(lines.join('')).toContain('wired without a store')
})

const addThing = operation({ ...minimalOperation, body: z.object({}), problems: ['not_found'] })

test('an operation that takes idempotency keys cannot be wired without a store', () => {
  expect(() => httpHandler(addThing, async () => ({}))).toThrow('addThing has to be wired with a store')
})

const replay = new Replay({ body: '{"first":true}', headers: { etag: '"1"' } })
const unavailable = new Problem('store_unavailable', 'no')
const failing = (failure: Error, recorded: Transaction['recorded']) => {
  const transaction: Transaction = { run: (handle) => handle(), commit: async (_writes, answer) => answer, recorded }
  return httpHandler(
    addThing,
    () => Promise.reject(failure),
    () => transaction,
  )(httpEvent('POST', '/things', { body: {} }))
}

test('a request that failed before it could commit is a repetition if its answer was recorded, and is logged as one', async () => {
  const lines = written()

  const answer = await failing(new Problem('not_found', 'no'), async () => replay)

  expect(answer).toMatchObject({ statusCode: 200, body: '{"first":true}' })
  expect(answer.headers).toMatchObject({ etag: '"1"', 'idempotent-replayed': 'true' })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'INFO', status: 200, replayed: true }])
})

test('a request that failed before it could commit keeps its own problem if nothing was recorded', async () => {
  expect(await failing(new Problem('not_found', 'no'), async () => undefined)).toMatchObject({ statusCode: 404 })
})

test('a request that failed before it could commit is the store’s failure if nobody can tell', async () => {
  expect(await failing(new Problem('not_found', 'no'), () => Promise.reject(unavailable))).toMatchObject({
    statusCode: 503,
  })
})

test.each([
  ['a failure', new Error('no'), 500],
  ['a failure that says so', new Problem('internal_error', 'no'), 500],
  ['an unavailable store', unavailable, 503],
])('the answer of a request is looked for nowhere after %s', async (_name, failure, statusCode) => {
  written()
  const recorded = vi.fn(async () => replay)

  expect(await failing(failure, recorded)).toMatchObject({ statusCode })
  expect(recorded).not.toHaveBeenCalled()
})

test('any event leads to a well-formed answer', async () => {
  written()
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, maxDepth: 4 })
  const likeAnEvent = fc.record(
    {
      headers: anything,
      queryStringParameters: anything,
      pathParameters: anything,
      requestContext: fc.oneof(
        anything,
        fc.record({ requestId: anything, authorizer: fc.record({ jwt: fc.record({ claims: anything }) }) }),
      ),
      body: anything,
      isBase64Encoded: anything,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(anything, likeAnEvent),
      fc.oneof(fc.constant(undefined), fc.constant(null), fc.constant({})),
      async (given, context) => {
        const { statusCode, headers, body } = await echo(given, context)
        expect(statusCode).toBeGreaterThanOrEqual(200)
        expect(statusCode).toBeLessThan(500)
        expect(headers['content-type']).toMatch(/json$/)
        expect(JSON.parse(body)).toBeTypeOf('object')
      },
    ),
    { numRuns: runs(200, 1000) },
  )
})
