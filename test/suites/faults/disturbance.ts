import { randomOf } from '../../local/runner/random.ts'
import type { Delay, Fault } from './interception.ts'

/** The shares of calls that are disturbed, from 0 to 1. */
export interface Disturbance {
  readonly throttled?: number
  /** Half of them before the call has its effect, half of them after. */
  readonly reset?: number
  /** Any other call is delayed by at most this many milliseconds. */
  readonly longestDelay?: number
}

/** Draws the fate of each call from a seed. */
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
