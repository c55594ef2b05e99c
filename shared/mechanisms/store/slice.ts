/**
 * An item's position in its list, which other items do not change: the key of an index, or the item's sort values and
 * id.
 */
export type ItemKey = string | number | readonly (string | number | boolean | null)[]

/**
 * The start of a page: after the item with the key `after`, which may have been deleted; earlier pages held `offset`
 * items.
 */
export interface Position<Key extends ItemKey = ItemKey> {
  readonly offset: number
  readonly after?: Key
  /** The items that page numbers led to, where they were fewer than all. */
  readonly numbered?: number
}

/** The requested part of a list: at most `limit` entries from `offset` on, or after the item with the key `after`. */
export interface Slice<Key extends ItemKey = ItemKey> extends Position<Key> {
  readonly limit: number
}

/** An item, and the key after which the next page starts. */
export interface Entry<Item, Key extends ItemKey = ItemKey> {
  readonly item: Item
  readonly key: Key
}

/** The entries of a slice, and the number of all items. */
export interface Found<Item, Key extends ItemKey = ItemKey> {
  readonly entries: readonly Entry<Item, Key>[]
  readonly totalSize: number
  /** False when there may be more items than were counted. */
  readonly totalIsExact?: boolean
  /** The items that page numbers lead to, where they may be fewer than all. */
  readonly numbered?: number
  /** Where reading stopped before the end of the list, so that fewer entries than asked for do not end it. */
  readonly resumeAfter?: Key
  /** The number of items before `resumeAfter`, or of all, where reading did not reach the slice. */
  readonly offset?: number
}
