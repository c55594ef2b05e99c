import type { AlertState } from './alert.ts'

/** An alert on which nobody has decided for so long counts as hidden for good. */
const decidableMs = 14 * 24 * 60 * 60 * 1000

/** What was held before this instant cannot be decided any more. */
export const decidableSince = (now: Date): string => new Date(now.getTime() - decidableMs).toISOString()

export const isDecidable = (heldAt: string, now: Date): boolean => heldAt >= decidableSince(now)

/** Whether an alert is held: no delivery may have its texts then, whoever asks for it. */
export const isHeldState = (state: AlertState): boolean => state === 'held' || state === 'refused'
