import type { Write } from '../../contract/write.ts'
import { retryOnConflict } from '../store/retryOnConflict.ts'
import { type Collection, caps, limitReached } from './limits.ts'
import { type PlaceRepository, placesOf } from './placeRepository.ts'

/** An item that is about to take a place in a small collection. */
interface Newcomer {
  readonly recipientId: string
  readonly collection: Collection
  readonly id: string
  /** Returns the ids that still need their place. It is called only when all places are taken. */
  readonly living: (ids: readonly string[]) => Promise<readonly string[]>
}

/**
 * Commits a creation with its place. No write of its own releases such a place: when all places are taken, `living`
 * returns the ids that still need theirs, so that neither a crash nor an expiry can block a place.
 *
 * @throws Problem `limit_reached` when every place is needed, `erasure_in_progress` during an erasure
 * @example
 * inPlace(places, { recipientId, collection: 'prints', id, living: (ids) => unfinished(recipientId, ids) }, (place) =>
 *   commit([creation, place], { printId: id }))
 */
export const inPlace = <Answer>(
  places: PlaceRepository,
  { recipientId, collection, id, living }: Newcomer,
  commit: (place: Write) => Promise<Answer>,
): Promise<Answer> =>
  retryOnConflict(async (outdated) => {
    const taken = placesOf(outdated?.found)
    const { items } = caps[collection]
    if (taken.length < items || taken.includes(id)) return commit(places.creation(recipientId, collection, id))
    const needed = await living(taken)
    if (needed.length >= items) throw limitReached(collection)
    return commit(places.change(recipientId, collection, taken, [...needed, id]))
  })
