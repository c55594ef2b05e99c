import { setTimeout as sleep } from 'node:timers/promises'
import type { Item } from '../../contract/write.ts'
import { backoffMs } from '../../runtime/backoffMs.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { storeUnavailable } from '../aws/send.ts'

/** Attempts that suffice for 50 concurrent writers of one counter, each of which can lose to all others. */
const attempts = 60
const firstDelayMs = 10
const longestDelayMs = 200

/**
 * A write was refused because the state on which it was based has changed. It carries the present item, if a condition
 * found one.
 */
export class Conflict extends Error {
  override readonly name = 'Conflict'
  readonly found: Item | undefined

  constructor(found?: Item) {
    super('the write was based on an older state')
    this.found = found
  }
}

/** The refusal of a write that is based on what was read before. */
export const conflicting = (found: Item | undefined): Conflict => new Conflict(found)

/**
 * Repeats an attempt that reads and then writes, until nothing changed between the two. The attempt receives the last
 * refusal. After too many refusals it raises `store_unavailable`.
 */
export const retryOnConflict = async <Result>(
  attempt: (conflict: Conflict | undefined) => Promise<Result>,
): Promise<Result> => {
  let last: Conflict | undefined
  for (let count = 1; ; count++) {
    try {
      return await attempt(last)
    } catch (error) {
      if (!(error instanceof Conflict)) throw error
      const delay = backoffMs(count, firstDelayMs, longestDelayMs)
      if (count === attempts || remainingMs() <= delay) throw storeUnavailable(error)
      last = error
      await sleep(delay)
    }
  }
}
