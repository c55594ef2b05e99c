import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../contract/problem.ts'
import { backoffMs } from '../../runtime/backoffMs.ts'
import { remainingMs } from '../../runtime/invocation.ts'

/** The longest pause in milliseconds between two attempts; the average is half of it. */
const longestPauseMs = 200
/** Attempts end this many milliseconds before the invocation does. */
const reserveMs = 1000

/**
 * Tries to store a result that exists nowhere else (a provider's answer, an effect elsewhere) until the invocation
 * ends.
 */
export const retryUntilStored = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const isTransient = error instanceof Problem && error.code === 'store_unavailable'
      if (!isTransient || remainingMs() < reserveMs) throw error
      await sleep(backoffMs(1, longestPauseMs))
    }
  }
}
