import type { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { invocation } from '../../../shared/invocation.ts'
import { socketSender } from '../../../shared/realtime/socketSender.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // Node keeps the timers of these signals to itself.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('too slow')), milliseconds)
    return controller.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A connection that takes nothing, however long it is waited for. */
const stuck = {
  send: (_command: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
    new Promise((_resolve, reject) =>
      abortSignal?.addEventListener('abort', () => reject(abortSignal.reason as Error), { once: true }),
    ),
} as unknown as ApiGatewayManagementApiClient

/** Begins to send, and says whether that is still under way. */
const sending = (...limits: readonly [number?]) => {
  let outcome = 'under way'
  socketSender(stuck)
    .send('connection', { version: 1, type: 'pong' }, ...limits)
    .then(
      () => (outcome = 'sent'),
      (error: Error) => (outcome = error.name),
    )
  return () => outcome
}

test('a connection that takes nothing is given up after 1.5 s, because everybody behind it waits', async () => {
  const outcome = sending()

  await vi.advanceTimersByTimeAsync(1499)
  expect(outcome()).toBe('under way')

  await vi.advanceTimersByTimeAsync(1)
  expect(outcome()).toBe('StalledConnection')
})

test('and sooner where it is known to take nothing', async () => {
  const outcome = sending(200)

  await vi.advanceTimersByTimeAsync(200)

  expect(outcome()).toBe('StalledConnection')
})

test('and sooner where the invocation is about to end', async () => {
  const outcome = invocation.run({ endsAt: Date.now() + 1000 }, () => sending())

  await vi.advanceTimersByTimeAsync(1000)

  expect(outcome()).toBe('StalledConnection')
})
