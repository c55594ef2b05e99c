import { epochSeconds } from '../../runtime/time/utc.ts'

/** Epoch second at which a test that is made now may be forgotten. */
export const testExpiry = (now: Date): number => epochSeconds(now) + 24 * 60 * 60
