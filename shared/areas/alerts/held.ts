import type { Item } from '../../contract/write.ts'
import type { AlertState } from './alert.ts'

/** An alert on which nobody has decided for so long counts as hidden for good. */
const decidableMs = 14 * 24 * 60 * 60 * 1000

/** What was held before this instant cannot be decided any more. */
export const decidableSince = (now: Date): string => new Date(now.getTime() - decidableMs).toISOString()

export const isDecidable = (heldAt: string, now: Date): boolean => heldAt >= decidableSince(now)

/**
 * Whether a donation is held: it waits for a decision, was refused by one, or has waited too long. Every output of a
 * donation asks this. While it is true, no action, video or announcement leaves, and boards do not name its donor.
 */
export const isHeldBack = ({ heldAt }: { readonly heldAt?: string | undefined } | Item): boolean => heldAt !== undefined

/** The same of an alert, whose texts no delivery may have then, whoever asks for it. */
export const isHeldState = (state: AlertState): boolean => state === 'held' || state === 'refused'
