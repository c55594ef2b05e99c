import type { Page, PageRequest, SortOrder } from './contract.ts'
import { type CursorKey, type CursorScope, type ItemKey, openCursor, type Position, sealCursor } from './cursor.ts'
import { fitting } from './fitting.ts'
import { textFromLabels } from './labels.ts'

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
  /** Where reading stopped before the end of the list, so that fewer entries than asked for do not end it. */
  readonly resumeAfter?: Key
}

export interface List<Item, Key extends ItemKey = ItemKey> {
  readonly recipientId: string
  readonly operation: { readonly id: string }
  /** The whole parsed query: paging and filters. */
  readonly query: PageRequest & Readonly<Record<string, unknown>>
  /** The effective orders: the known ones of the request, or else the list's default. */
  readonly orders: readonly SortOrder[]
  /** The key that signs cursors. */
  readonly cursorKey: CursorKey
  readonly find: (slice: Slice<Key>) => Promise<Found<Item, Key>>
}

const orderFrom = ({ property, ascending }: SortOrder) => ({
  ignoreCase: false,
  direction: ascending ? ('ASC' as const) : ('DESC' as const),
  property,
  ascending,
})

/** The link is a query without a path, so that it is correct below any base path (RFC 3986, 5.2). */
const linkTo = (query: Readonly<Record<string, unknown>>, orders: readonly SortOrder[], cursor: string): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, Array.isArray(value) ? textFromLabels(value) : String(value))
  search.set('sort', orders.map(({ property, ascending }) => `${property},${ascending ? 'asc' : 'desc'}`).join(','))
  search.set('cursor', cursor)
  return `<?${search}>; rel="next"`
}

/** The items of a page: at most `size`, and at most as many as fit an answer, but at least one. */
const cut = <Item>(items: readonly Item[], size: number): readonly Item[] => {
  const page = items.slice(0, size)
  const kept = fitting(page)
  return kept.length === 0 ? page.slice(0, 1) : kept
}

/**
 * Answers a list: opens its cursor, finds the slice, and adds the envelope and the link to the next page. It asks for one item more than
 * the page has. That item decides whether there is a next page, even if items are added or removed meanwhile. Where a slice was not read
 * to its end, the next page starts there.
 */
export const answerPage = async <Item, Key extends ItemKey>({
  recipientId,
  operation,
  query,
  orders,
  cursorKey,
  find,
}: List<Item, Key>): Promise<{ body: Page<Item>; headers: { link: string | undefined } }> => {
  const { page, size, sort: _sort, cursor, ...filters } = query
  const scope: CursorScope = { recipientId, operationId: operation.id, query: { size, orders, ...filters } }
  // The key is fetched only when it is needed, because most lists have one page; an environment fetches it once.
  const position: Position<Key> =
    cursor === undefined ? { offset: (page ?? 0) * size } : openCursor<Key>(await cursorKey(), scope, cursor)
  const { entries, totalSize, totalIsExact = true, resumeAfter } = await find({ ...position, limit: size + 1 })
  const content = cut(
    entries.map(({ item }) => item),
    size,
  )
  const goesOn = entries.length > content.length ? entries[content.length - 1]?.key : resumeAfter
  const next =
    goesOn === undefined
      ? undefined
      : sealCursor(await cursorKey(), scope, { offset: position.offset + content.length, after: goesOn })
  const orderBy = orders.map(orderFrom)
  const pageNumber = Math.floor(position.offset / size)
  return {
    body: {
      content: [...content],
      pageable: {
        orderBy,
        number: pageNumber,
        size,
        mode: cursor === undefined ? 'OFFSET' : 'CURSOR_NEXT',
        sort: { orderBy },
      },
      pageNumber,
      offset: position.offset,
      size,
      empty: content.length === 0,
      numberOfElements: content.length,
      totalSize,
      totalPages: Math.ceil(totalSize / size),
      totalIsExact,
    },
    headers: { link: next && linkTo({ size, ...filters }, orders, next) },
  }
}
