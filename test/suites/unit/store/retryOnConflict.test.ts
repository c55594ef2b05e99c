import { beforeEach, expect, test, vi } from 'vitest'
import { Conflict, retryOnConflict } from '../../../../shared/mechanisms/store/retryOnConflict.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { recordSleeps } from '../../../support/recordSleeps.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))

/** Work that meets so many conflicts. */
const meeting = (conflicts: number) =>
  vi.fn(async (_last: Conflict | undefined) => {
    if (conflicts-- > 0) throw new Conflict({ left: conflicts })
    return 'done'
  })

test('each attempt gets the state that the one before it found', async () => {
  const attempt = meeting(2)

  expect(await retryOnConflict(attempt)).toBe('done')
  expect(attempt.mock.calls.map(([last]) => last?.found)).toEqual([undefined, { left: 1 }, { left: 0 }])
})

test('any other failure is raised at once', async () => {
  const failure = new Error('no')
  const attempt = vi.fn(() => Promise.reject(failure))

  await expect(retryOnConflict(attempt)).rejects.toBe(failure)
  expect(attempt).toHaveBeenCalledTimes(1)
})

test('59 conflicts are met, and with a 60th the store is unavailable', async () => {
  const attempt = meeting(60)

  expect(await retryOnConflict(meeting(59))).toBe('done')
  const slept = recordSleeps()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  await expect(retryOnConflict(attempt)).rejects.toMatchObject({
    code: 'store_unavailable',
    cause: { name: 'Conflict', message: 'the write was based on an older state' },
  })
  expect(attempt).toHaveBeenCalledTimes(60)
  expect(slept).toEqual([10, 20, 40, 80, 160, ...Array(54).fill(200)])
})

test('an invocation that would end in the pause tries no more', async () => {
  const attempt = meeting(1)

  const ended = invocation.run({ endsAt: Date.now() }, () => retryOnConflict(attempt))

  await expect(ended).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(attempt).toHaveBeenCalledTimes(1)
})
