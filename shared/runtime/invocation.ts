import { AsyncLocalStorage } from 'node:async_hooks'
import { deployedVersion } from './env.ts'
import { log } from './log.ts'
import { systemClock } from './time/clock.ts'

// The first line of an execution environment.
const version = deployedVersion()
if (version !== undefined) log('INFO', 'started', { version })

/** Facts about the current invocation that any call may need. */
export interface Invocation {
  /** Epoch milliseconds at which Lambda ends the invocation. */
  readonly endsAt: number
}

/** The members of Lambda's context that are read. A function can be called without a context. */
export interface LambdaContext {
  readonly awsRequestId?: string
  readonly getRemainingTimeInMillis?: () => number
}

export const invocation = new AsyncLocalStorage<Invocation>()

/** Milliseconds that an invocation may take if neither its context nor its function defines it. */
const assumedTimeoutMs = 10_000

/** Runs the work of one invocation, in which every call knows the deadline. */
export const withinInvocation = <Result>(
  context: LambdaContext | null | undefined,
  run: () => Promise<Result>,
  timeoutMs = assumedTimeoutMs,
  clock = systemClock,
): Promise<Result> => invocation.run({ endsAt: clock() + (context?.getRemainingTimeInMillis?.() ?? timeoutMs) }, run)

/** Milliseconds kept free at the end of an invocation, for an answer after an aborted call. */
const reserveMs = 250

/** Milliseconds that a call may take from now on. Outside an invocation there is no limit. */
export const remainingMs = (clock = systemClock): number => {
  const current = invocation.getStore()
  return current === undefined ? Number.POSITIVE_INFINITY : Math.max(0, current.endsAt - reserveMs - clock())
}

/** Aborts when the invocation is about to end, or after `limit` milliseconds if that is sooner. */
export const deadlineSignal = (limit = Number.POSITIVE_INFINITY): AbortSignal | undefined => {
  const milliseconds = Math.min(limit, remainingMs())
  return milliseconds === Number.POSITIVE_INFINITY ? undefined : AbortSignal.timeout(milliseconds)
}
