import { expect, test, vi } from 'vitest'
import { deadlineSignal, remainingMs, withinInvocation } from '../../../shared/runtime/invocation.ts'

const clock = () => 1000
const remainingWithin = (
  ...[context, timeoutMs]: [context?: Parameters<typeof withinInvocation>[0], timeoutMs?: number]
) => withinInvocation(context, async () => remainingMs(clock), timeoutMs, clock)

test('a call gets the remaining time of the invocation less a quarter of a second for the answer', async () => {
  const context = { getRemainingTimeInMillis: () => 3000 }

  expect(await remainingWithin(context, 5000)).toBe(2750)
  for (const without of [undefined, null, {}]) expect(await remainingWithin(without, 5000)).toBe(4750)
  expect(await remainingWithin()).toBe(9750)
})

test('an invocation that is over leaves no time, rather than less than none', async () => {
  expect(await remainingWithin({ getRemainingTimeInMillis: () => 100 })).toBe(0)
})

test('a call ends at its own limit or the invocation’s, whichever comes first', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const context = { getRemainingTimeInMillis: () => 0 }

  const within = await withinInvocation(context, async () => [deadlineSignal(), deadlineSignal(7000)])

  expect(deadlineSignal(7000)).toBe(timeout.mock.results[2]?.value)
  expect(within).toEqual(timeout.mock.results.slice(0, 2).map(({ value }) => value))
  expect(timeout.mock.calls).toEqual([[0], [0], [7000]])
  expect([remainingMs(), deadlineSignal()]).toEqual([Number.POSITIVE_INFINITY, undefined])
})
