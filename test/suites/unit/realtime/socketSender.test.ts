import { type ApiGatewayManagementApiClient, GoneException } from '@aws-sdk/client-apigatewaymanagementapi'
import { beforeEach, expect, test, vi } from 'vitest'
import { socketSender } from '../../../../shared/areas/realtime/socketSender.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Node keeps the timers of these signals to itself.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('too slow')), milliseconds)
    return controller.signal
  })
})

/** A connection that takes nothing, however long it is waited for. */
const stuck = {
  send: (_command: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
    new Promise((_resolve, reject) =>
      abortSignal?.addEventListener('abort', () => reject(abortSignal.reason as Error), { once: true }),
    ),
} as unknown as ApiGatewayManagementApiClient

const pong = { version: 1, type: 'pong' } as const

/** A connection with an answer of its own, and the commands for it. */
const answering = (answer: () => Promise<unknown>) => {
  const calls: unknown[][] = []
  const send = ({ input }: { readonly input: object }, options: object) => {
    calls.push([input, options])
    return answer()
  }
  return { calls, sender: socketSender({ send } as unknown as ApiGatewayManagementApiClient) }
}

/** Begins to send, and says whether that is still under way. */
const sending = (...limits: readonly [number?]) => {
  let outcome = 'under way'
  socketSender(stuck)
    .send('connection', pong, ...limits)
    .then(
      () => (outcome = 'sent'),
      (error: Error) => (outcome = error.name),
    )
  return () => outcome
}

test('a stalled connection is given up after 1.5 s, because all later ones wait', async () => {
  const outcome = sending()

  await vi.advanceTimersByTimeAsync(1499)
  expect(outcome()).toBe('under way')

  await vi.advanceTimersByTimeAsync(1)
  expect(outcome()).toBe('StalledConnection')
})

test('a stalled connection is given up sooner if it has stalled before', async () => {
  const outcome = sending(200)

  await vi.advanceTimersByTimeAsync(200)

  expect(outcome()).toBe('StalledConnection')
})

test('a stalled connection is given up sooner if the invocation is about to end', async () => {
  const outcome = invocation.run({ endsAt: Date.now() + 1000 }, () => sending())

  await vi.advanceTimersByTimeAsync(1000)

  expect(outcome()).toBe('StalledConnection')
})

test('a stalled connection is reported with its cause', async () => {
  const outcome = expect(socketSender(stuck).send('connection', pong)).rejects.toMatchObject({
    name: 'StalledConnection',
    message: 'the connection takes nothing',
    cause: new Error('too slow'),
  })

  await vi.advanceTimersByTimeAsync(1500)

  await outcome
})

test('a message is sent to its connection as JSON, within its time', async () => {
  const { calls, sender } = answering(async () => ({}))

  expect([await sender.send('c', pong), await sender.send('c', pong, Number.POSITIVE_INFINITY)]).toEqual([true, true])
  const message = { ConnectionId: 'c', Data: '{"version":1,"type":"pong"}' }
  expect(calls).toStrictEqual([
    [message, { abortSignal: vi.mocked(AbortSignal.timeout).mock.results[0]?.value }],
    [message, {}],
  ])
})

test('a closed connection is reported as closed, and any other failure is thrown', async () => {
  const closed = answering(() => Promise.reject(new GoneException({ message: 'gone', $metadata: {} })))
  const failing = answering(() => Promise.reject(new Error('no access')))

  expect(await closed.sender.send('c', pong)).toBe(false)
  for (const limitMs of [1500, Number.POSITIVE_INFINITY])
    await expect(failing.sender.send('c', pong, limitMs)).rejects.toThrow(new Error('no access'))
})
