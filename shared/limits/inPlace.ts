import type { Write } from '../contract/write.ts'
import { retryOnConflict } from '../store/retryOnConflict.ts'
import { limitReached } from './limitReached.ts'
import { type Collection, caps } from './limits.ts'
import { type PlaceRepository, placesOf } from './placeRepository.ts'

/** Something that is about to take a place in a collection of which few may exist at a time. */
interface Newcomer {
  readonly recipientId: string
  readonly collection: Collection
  readonly id: string
  /** Which of the ids that hold a place still need it. Asked only when all places are taken. */
  readonly living: (ids: readonly string[]) => Promise<readonly string[]>
}

/**
 * Commits a creation with its place. Such a place is never given back by a write of its own: whatever ended, in whatever way, is found
 * when the places run out, so that neither a crash nor an expiry can keep one.
 *
 * @throws Problem `limit_reached` when every place is needed
 */
export const inPlace = <Answer>(
  places: PlaceRepository,
  { recipientId, collection, id, living }: Newcomer,
  commit: (place: Write) => Promise<Answer>,
): Promise<Answer> =>
  retryOnConflict(async (outdated) => {
    const taken = placesOf(outdated?.found)
    const { items } = caps[collection]
    if (taken.length < items || taken.includes(id)) return commit(places.place(recipientId, collection, id))
    const needed = await living(taken)
    if (needed.length >= items) throw limitReached(collection)
    return commit(places.placesInstead(recipientId, collection, taken, [...needed, id]))
  })
