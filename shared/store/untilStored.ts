import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../contract/problem.ts'
import { remainingMilliseconds } from '../invocation.ts'

/** Milliseconds between two attempts: on average half of it. */
const longestPause = 200
/** Milliseconds that an invocation keeps to itself at its end. */
const reserve = 1000

/** Tries to store what nobody else knows (a provider's answer, an effect elsewhere) to the last second of the invocation. */
export const untilStored = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const isTransient = error instanceof Problem && error.code === 'store_unavailable'
      if (!isTransient || remainingMilliseconds() < reserve) throw error
      await sleep(Math.random() * longestPause)
    }
  }
}
