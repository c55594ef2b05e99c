import type { AlertState } from './alert.ts'
import { decidableMs } from './decidableMs.ts'

/** What was held before this instant cannot be decided any more. */
export const decidableSince = (now: Date): string => new Date(now.getTime() - decidableMs).toISOString()

export const isDecidable = (heldAt: string, now: Date): boolean => heldAt >= decidableSince(now)

/** Whether an alert is held: no delivery may have its texts then, whoever asks for it. */
export const isHeldState = (state: AlertState): boolean => state === 'held' || state === 'refused'
