import { beforeEach, expect, test, vi } from 'vitest'
import { problemFrom, ServiceError } from '../../../../shared/web/client/problem.ts'
import { retryingFetch } from '../../../../shared/web/client/retryingFetch.ts'

type Step = () => Response

const lost: Step = () => {
  throw new TypeError('fetch failed')
}
const answer =
  (status: number, body: object = {}, headers = {}): Step =>
  () =>
    Response.json(body, { status, headers })
const keyed = { 'idempotency-key': 'k' }

/** What a request leads to, when these are the answers to its attempts, and how often and how long it was tried. */
const tried = async (init: RequestInit, ...steps: readonly Step[]) => {
  const bodies: string[] = []
  const send = async (request: Request) => {
    const step = steps[bodies.length]
    bodies.push(await request.text())
    if (step === undefined) throw new Error('an unexpected attempt')
    return step()
  }
  const start = Date.now()
  const pending = retryingFetch(
    send,
    () => 0.5,
  )(new Request('https://api.test/', init)).then(
    async (response) => {
      await response.json()
      return response.status
    },
    (error: Error) => error.message,
  )
  const [outcome] = await Promise.all([pending, vi.runAllTimersAsync()])
  return { outcome, bodies, took: Date.now() - start }
}

beforeEach(() => void vi.useFakeTimers())

test.each([500, 502, 503, 504])(
  'a read that failed with %i is sent again, after half of the longest wait',
  async (status) => {
    expect(await tried({}, answer(status), answer(200))).toMatchObject({ outcome: 200, took: 150 })
  },
)

test.each([200, 400, 404, 501])('an answer with %i is the answer', async (status) => {
  expect(await tried({}, answer(status))).toMatchObject({ outcome: status, took: 0 })
})

const command = { method: 'POST', body: 'text' }

test('a command with a key is sent again with its body when its answer was lost', async () => {
  expect(await tried({ ...command, headers: keyed }, lost, answer(503), answer(200))).toEqual({
    outcome: 200,
    bodies: ['text', 'text', 'text'],
    took: 150 + 300,
  })
})

test.each([
  ['POST', 'lost', lost, 'fetch failed'],
  ['POST', 'in trouble', answer(503), 503],
  ['PUT', 'lost', lost, 'fetch failed'],
])('a %s without a key is not sent again when its answer was %s', async (method, _title, step, outcome) => {
  expect(await tried({ ...command, method }, step)).toMatchObject({ outcome, took: 0 })
})

test('a command without a key is sent again when it was over the rate, as it had no effect', async () => {
  expect(await tried(command, answer(429), answer(200))).toMatchObject({ outcome: 200, took: 150 })
})

test.each([
  ['running', 409, 'request_in_progress', 200],
  ['in conflict', 409, 'limit_reached', 409],
  ['of another status', 404, 'request_in_progress', 404],
])('a command whose first attempt is %s (%i %s) leads to %i', async (_title, status, code, outcome) => {
  expect(await tried({ ...command, headers: keyed }, answer(status, { code }), answer(200))).toMatchObject({
    outcome,
  })
})

test.each([
  ['lost', lost, 'fetch failed'],
  ['in trouble', answer(503), 503],
])('a read whose answer is %s is tried five times, and ends as the last attempt did', async (_title, step, outcome) => {
  expect(await tried({}, step, step, step, step, step)).toMatchObject({ outcome, took: 150 + 300 + 600 + 1200 })
})

test.each([
  ['10', 200, 10_000],
  ['11', 429, 0],
  ['soon', 200, 150],
])('a Retry-After of %s leads to %i after %i ms', async (retryAfter, outcome, took) => {
  expect(await tried({}, answer(429, {}, { 'retry-after': retryAfter }), answer(200))).toMatchObject({ outcome, took })
})

test('a request that was given up is not sent again, whatever its failure', async () => {
  const given = new AbortController()
  const aborting: Step = () => {
    given.abort()
    throw new TypeError('fetch failed')
  }

  expect(await tried({ signal: given.signal }, aborting)).toMatchObject({ outcome: 'fetch failed', took: 0 })
})

test('a wait that is given up leaves no timer behind', async () => {
  const given = new AbortController()
  const pending = retryingFetch(
    async () => Response.json({}, { status: 503 }),
    () => 1,
  )(new Request('https://api.test/', { signal: given.signal }))
  const outcome = expect(pending).rejects.toThrow('enough')
  await vi.advanceTimersByTimeAsync(1)
  given.abort(new Error('enough'))
  await outcome

  expect(vi.getTimerCount()).toBe(0)
})

const known = { type: 'urn:x', code: 'not_found', status: 404, title: 'Not found', detail: 'There is none.' }

test('a problem of the service is its body', () => {
  expect(problemFrom(known, { status: 404 })).toBe(known)
})

test.each([
  [{ message: 'Forbidden' }, 'Forbidden'],
  [{}, 'The gateway answered 403'],
  ['text', 'The gateway answered 403'],
  [null, 'The gateway answered 403'],
  [undefined, 'The gateway answered 403'],
])('a problem is made of the body of the gateway: %j', (body, title) => {
  expect(problemFrom(body, { status: 403 })).toEqual({
    type: 'about:blank',
    code: 'gateway_error',
    status: 403,
    title,
    detail: title,
  })
})

test('a problem is thrown as an error with its code and its detail', () => {
  const error = new ServiceError(known as never)

  expect([error.name, error.message, error.problem]).toEqual(['ServiceError', 'not_found: There is none.', known])
})
