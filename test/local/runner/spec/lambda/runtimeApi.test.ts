import { expect, onTestFinished, test, vi } from 'vitest'
import { startRuntimeApi } from '../../lambda/runtimeApi.ts'

const invocation = {
  requestId: 'r-1',
  functionArn: 'arn',
  deadline: 1_700_000_000_000,
  traceId: 'Root=1',
  payload: '{"a":1}',
}

const start = async () => {
  const events = { onIdle: vi.fn(), onResponse: vi.fn(), onInvocationError: vi.fn(), onInitError: vi.fn() }
  const api = await startRuntimeApi(events)
  onTestFinished(() => api.stop())
  const url = `http://${api.address}/2018-06-01/runtime/`
  return {
    api,
    events,
    get: () => fetch(`${url}invocation/next`),
    post: (path: string, body: string) => fetch(url + path, { method: 'POST', body }),
  }
}

test('`next` waits until there is an invocation', async () => {
  const { api, events, get } = await start()
  const next = get()
  await vi.waitFor(() => expect(events.onIdle).toHaveBeenCalledOnce())

  api.deliver(invocation)

  const response = await next
  expect(await response.json()).toEqual({ a: 1 })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'lambda-runtime-aws-request-id': 'r-1',
    'lambda-runtime-deadline-ms': '1700000000000',
    'lambda-runtime-invoked-function-arn': 'arn',
    'lambda-runtime-trace-id': 'Root=1',
  })
})

test('an invocation waits until there is a `next`, and the process is not idle', async () => {
  const { api, events, get } = await start()
  api.deliver(invocation)
  expect(api.hasUndelivered()).toBe(true)

  const response = await get()

  expect(await response.json()).toEqual({ a: 1 })
  expect(api.hasUndelivered()).toBe(false)
  expect(events.onIdle).not.toHaveBeenCalled()
})

test.each([
  ['invocation/r-1/response', '"ok"', 202, { status: 'OK' }],
  ['invocation/r-1/error', '{}', 202, { status: 'OK' }],
  ['init/error', 'not JSON', 202, { status: 'OK' }],
  ['invocation/r-0/response', '"ok"', 400, { errorType: 'InvalidRequestID', errorMessage: 'Invalid request ID' }],
  ['invocation/r-1/answer', '"ok"', 404, { errorType: 'NotFound', errorMessage: 'Not found' }],
  [
    'invocation/r-1/response',
    `é${'x'.repeat(6_291_555)}`,
    413,
    {
      errorType: 'RequestEntityTooLarge',
      errorMessage: 'Exceeded maximum allowed payload size (6291556 bytes).',
    },
  ],
])('POST %s', async (path, body, status, answer) => {
  const { api, get, post } = await start()
  api.deliver(invocation)
  await get()

  const response = await post(path, body)

  expect(response.status).toBe(status)
  expect(await response.json()).toEqual(answer)
})

test('an error report that cannot be read still counts as an error', async () => {
  const { events, post } = await start()

  await post('init/error', 'not JSON')

  expect(events.onInitError).toHaveBeenCalledWith({
    errorType: 'Runtime.Unknown',
    errorMessage: 'Unknown application error occurred',
    trace: [],
  })
})
