import { epochSeconds } from '../../runtime/time/utc.ts'

/** A test is kept for this time. */
export const testSeconds = 24 * 60 * 60

/** Epoch second at which a test that is made now may be forgotten. */
export const testExpiry = (now: Date): number => epochSeconds(now) + testSeconds
