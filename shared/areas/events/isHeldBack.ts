import type { Item } from '../../contract/write.ts'

/**
 * Whether a donation is held: it waits for a decision, was refused by one, or has waited too long. Every output of a
 * donation asks this. While it is true, no action, video or announcement leaves, and boards do not name its donor.
 */
export const isHeldBack = ({ heldAt }: { readonly heldAt?: string | undefined } | Item): boolean => heldAt !== undefined
