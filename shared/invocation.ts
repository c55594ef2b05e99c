import { AsyncLocalStorage } from 'node:async_hooks'

/** What any call made on behalf of the current invocation may need to know. */
export interface Invocation {
  /** Epoch milliseconds at which Lambda ends the invocation. */
  readonly endsAt: number
}

export const invocation = new AsyncLocalStorage<Invocation>()

/** Kept free at the end of an invocation, so that a call cut short can still be answered, in milliseconds. */
const reserve = 250

/** Milliseconds that a call made now may take; unbounded outside an invocation. */
export const remainingMilliseconds = (now = Date.now()): number => {
  const current = invocation.getStore()
  return current === undefined ? Number.POSITIVE_INFINITY : Math.max(0, current.endsAt - reserve - now)
}

/** Aborts when the invocation is about to end, or after `limit` milliseconds if that is sooner. */
export const deadlineSignal = (limit = Number.POSITIVE_INFINITY): AbortSignal | undefined => {
  const milliseconds = Math.min(limit, remainingMilliseconds())
  return milliseconds === Number.POSITIVE_INFINITY ? undefined : AbortSignal.timeout(milliseconds)
}
