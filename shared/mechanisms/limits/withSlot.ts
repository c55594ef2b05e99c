import type { Write } from '../../contract/write.ts'
import { retryOnConflict } from '../store/retryOnConflict.ts'
import { type Collection, caps, limitReached } from './limits.ts'
import { type SlotRepository, slotsOf } from './slotRepository.ts'

/** An item that is about to take a slot in a small collection. */
interface Newcomer {
  readonly recipientId: string
  readonly collection: Collection
  readonly id: string
  /** Returns the ids that still need their slot. It is called only when all slots are taken. */
  readonly living: (ids: readonly string[]) => Promise<readonly string[]>
}

/**
 * Commits a creation with its slot. No write of its own releases such a slot: when all slots are taken, `living`
 * returns the ids that still need theirs, so that neither a crash nor an expiry can block a slot.
 *
 * @throws Problem `limit_reached` when every slot is needed, `erasure_in_progress` during an erasure
 * @example
 * withSlot(slots, { recipientId, collection: 'prints', id, living: (ids) => unfinished(recipientId, ids) }, (slot) =>
 *   commit([creation, slot], { printId: id }))
 */
export const withSlot = <Answer>(
  slots: SlotRepository,
  { recipientId, collection, id, living }: Newcomer,
  commit: (slot: Write) => Promise<Answer>,
): Promise<Answer> =>
  retryOnConflict(async (outdated) => {
    const taken = slotsOf(outdated?.found)
    const { items } = caps[collection]
    if (taken.length < items || taken.includes(id)) return commit(slots.creation(recipientId, collection, id))
    const needed = await living(taken)
    if (needed.length >= items) throw limitReached(collection)
    return commit(slots.change(recipientId, collection, taken, [...needed, id]))
  })
