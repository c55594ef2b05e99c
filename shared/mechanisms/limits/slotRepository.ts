import type { Item, Write } from '../../contract/write.ts'
import { tableName } from '../../runtime/env.ts'
import { conflicting } from '../store/retryOnConflict.ts'
import { allOf, anyOf, update } from '../store/writes.ts'
import { isUnmarked, refusalOf } from './erasureMarks.ts'
import { type Collection, caps } from './limits.ts'

/** The ids that hold the slots of a collection, from its item. */
export const slotsOf = (found: Item | undefined): readonly string[] => [
  ...((found?.['places'] ?? []) as Iterable<string>),
]

/**
 * The slots of small collections, by the ids that hold them. They suit items that end without a removal, or whose
 * creation is also the write that changes them. The slots are checked when all are taken.
 *
 * @param marks whether the ids are those of erasures, which mark the collection with them
 */
export const slotRepository = (table = tableName('quotas'), marks = false) => ({
  /** Takes a slot for an id, or keeps the slot that it has. Raises `Conflict` when all slots are taken. */
  creation: (recipientId: string, collection: Collection, id: string): Write =>
    update(
      table,
      { recipientId, collection },
      {
        set: { erasedBy: marks ? id : undefined },
        add: { places: new Set([id]) },
        when: allOf(
          isUnmarked,
          anyOf(
            { if: 'attribute_not_exists(places)' },
            { if: 'size(places) < :cap', values: { cap: caps[collection].items } },
            { if: 'contains(places, :id)', values: { id } },
          ),
        ),
        repeatable: true,
        refusal: (found) => refusalOf(found, conflicting(found)),
      },
    ),

  /** Releases the slot of an id; without a slot, it changes nothing. */
  removal: (recipientId: string, collection: Collection, id: string): Write =>
    update(table, { recipientId, collection }, { subtract: { places: new Set([id]) }, repeatable: true }),

  /** Replaces the ids that hold the slots, the newcomer's last, unless they have changed since they were read. */
  change: (recipientId: string, collection: Collection, seen: readonly string[], ids: readonly string[]): Write =>
    update(
      table,
      { recipientId, collection },
      {
        set: { places: new Set(ids), erasedBy: marks ? ids.at(-1) : undefined },
        when: allOf(isUnmarked, { if: 'places = :seen', values: { seen: new Set(seen) } }),
        refusal: (found) => refusalOf(found, conflicting(found)),
      },
    ),
})

export type SlotRepository = ReturnType<typeof slotRepository>
