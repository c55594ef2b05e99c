import { expect, test, vi } from 'vitest'
import { send } from '../../../../shared/mechanisms/aws/send.ts'
import { withinInvocation } from '../../../../shared/runtime/invocation.ts'

const failure = (members: object) => Object.assign(new Error('failed'), members)
const failing = (error: unknown) => send(() => Promise.reject(error))
const status = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } })

const names = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionInProgressException',
  'TransactionConflictException',
  'AbortError',
  'TimeoutError',
]
const codes = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND']

test.each([...names.map((name) => ({ name })), ...codes.map((code) => ({ code })), status(500), status(503)])(
  'a store that fails with %j is not available, and is asked again a second later',
  async (members) => {
    const cause = failure(members)

    await expect(failing(cause)).rejects.toMatchObject({
      code: 'store_unavailable',
      retryAfter: 1,
      cause,
      message: 'The data store did not answer in time; the request can be repeated.',
    })
  },
)

test.each([{}, { name: 'ValidationException' }, { code: 'EACCES' }, { code: 1 }, status(499), { $metadata: {} }])(
  'any other failure is raised as it is: %j',
  async (members) => {
    const cause = failure(members)

    await expect(failing(cause)).rejects.toBe(cause)
  },
)

test('a thrown value that is not an error is raised as it is', async () => {
  await expect(failing({ name: 'TimeoutError' })).rejects.toEqual({ name: 'TimeoutError' })
})

test('a call ends with its invocation, and outside of one when it ends', async () => {
  const { signal } = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal)
  const call = async (options: { readonly abortSignal?: unknown }) => options

  expect(await send(call)).toEqual({})
  expect((await withinInvocation(undefined, () => send(call))).abortSignal).toBe(signal)
})
