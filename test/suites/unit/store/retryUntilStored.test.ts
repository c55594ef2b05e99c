import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import { retryUntilStored } from '../../../../shared/mechanisms/store/retryUntilStored.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

const now = 1_900_000_000_000
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

const away = new Problem('store_unavailable', 'away')

test('what exists nowhere else is stored once the store is back, however late', async () => {
  const slept = recordSleeps()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  let attempts = 0

  const result = await retryUntilStored(async () => {
    attempts += 1
    if (attempts < 50) throw away
    return attempts
  })

  expect(result).toBe(50)
  expect(slept).toEqual(Array(49).fill(200))
})

test.each([
  ['a problem of its own', new Problem('not_found', 'no')],
  ['an error that has the code only', Object.assign(new Error('no'), { code: 'store_unavailable' })],
])('%s is raised at once', async (_name, failure) => {
  const attempt = vi.fn(() => Promise.reject(failure))

  await expect(retryUntilStored(attempt)).rejects.toBe(failure)
  expect(attempt).toHaveBeenCalledTimes(1)
})

test('attempts continue while a second is left, besides a quarter for the answer', async () => {
  const attempt = vi.fn(() => {
    if (attempt.mock.calls.length === 3) vi.setSystemTime(now + 1)
    return Promise.reject(away)
  })

  const ended = invocation.run({ endsAt: now + 1250 }, () => retryUntilStored(attempt))

  await expect(ended).rejects.toBe(away)
  expect(attempt).toHaveBeenCalledTimes(3)
})
