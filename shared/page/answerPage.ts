import type { Page, PageRequest, SortOrder } from './contract.ts'
import { type CursorScope, openCursor, type Position, sealCursor } from './cursor.ts'
import type { CursorKey } from './cursorKey.ts'

/** The items that a list is asked for: `size` of them from `offset` on, or after the item with the key `after` if that is known. */
export interface Slice extends Position {
  readonly size: number
}

/** What a list finds: the items, how many there are in all, and the key of the last one if a next page can start after it. */
export interface Found<Item> {
  readonly items: readonly Item[]
  readonly totalSize: number
  readonly last?: string | number
}

export interface List<Item> {
  readonly recipientId: string
  readonly operation: { readonly id: string; readonly path: string }
  /** The whole parsed query: paging and filters. */
  readonly query: PageRequest & Readonly<Record<string, unknown>>
  /** Orders that are in force: the ones asked for that the list knows, or its default. */
  readonly orders: readonly SortOrder[]
  /** The key that cursors are signed with. */
  readonly cursorKey: CursorKey
  readonly find: (slice: Slice) => Promise<Found<Item>>
}

const orderFrom = ({ property, ascending }: SortOrder) => ({
  ignoreCase: false,
  direction: ascending ? ('ASC' as const) : ('DESC' as const),
  property,
  ascending,
})

const linkTo = (path: string, query: Readonly<Record<string, unknown>>, cursor: string): string => {
  const { page: _page, sort, cursor: _cursor, ...rest } = query
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) search.set(name, String(value))
  for (const { property, ascending } of sort as readonly SortOrder[])
    search.append('sort', `${property},${ascending ? 'asc' : 'desc'}`)
  search.set('cursor', cursor)
  return `<${path}?${search}>; rel="next"`
}

/** Answers a list: opens its cursor, finds the slice, and puts the envelope and the link to the next page around it. */
export const answerPage = async <Item>({
  recipientId,
  operation,
  query,
  orders,
  cursorKey,
  find,
}: List<Item>): Promise<{ body: Page<Item>; headers: { link: string | undefined } }> => {
  const { page, size, cursor, ...decisive } = query
  const scope: CursorScope = { recipientId, operationId: operation.id, query: decisive }
  // The key is on its way while the items are read, so that signing the next cursor adds no round trip.
  const pendingKey = cursorKey()
  pendingKey.catch(() => undefined)
  const position: Position =
    cursor === undefined ? { offset: (page ?? 0) * size } : openCursor(await pendingKey, scope, cursor)
  const { items, totalSize, last } = await find({ ...position, size })
  const orderBy = orders.map(orderFrom)
  const pageNumber = Math.floor(position.offset / size)
  const end = position.offset + items.length
  const next: Position = last === undefined ? { offset: end } : { offset: end, after: last }
  return {
    body: {
      content: [...items],
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
      empty: items.length === 0,
      numberOfElements: items.length,
      totalSize,
      totalPages: Math.ceil(totalSize / size),
    },
    headers: {
      link:
        items.length > 0 && end < totalSize
          ? linkTo(operation.path, query, sealCursor(await pendingKey, scope, next))
          : undefined,
    },
  }
}
