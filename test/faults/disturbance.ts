import { randomOf } from '../harness/random.ts'
import type { Delay, Fault } from './interception.ts'

/** Shares of calls, from 0 to 1. */
export interface Disturbance {
  readonly throttled?: number
  /** Half of them before the call has its effect, half of them after. */
  readonly reset?: number
  /** Milliseconds by which any other call is delayed, at the most. */
  readonly longestDelay?: number
}

/** What becomes of each call, drawn from a seed. */
export const disturbing = (
  { throttled = 0, reset = 0, longestDelay = 0 }: Disturbance,
  seed: number,
): (() => Fault | Delay | undefined) => {
  const next = randomOf(seed)
  return () => {
    const drawn = next()
    if (drawn < throttled) return 'throttle'
    if (drawn < throttled + reset / 2) return 'reset before'
    if (drawn < throttled + reset) return 'acknowledgement lost'
    return longestDelay === 0 ? undefined : { milliseconds: next() * longestDelay }
  }
}
