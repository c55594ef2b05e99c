import type { Member } from '../../contract/handle.ts'
import { Problem } from '../../contract/problem.ts'
import { log } from '../../runtime/log.ts'
import type { Found, ItemKey, Position, Slice } from '../store/slice.ts'
import type { Page, PageRequest, SortOrder } from './contract.ts'
import { type CursorKey, type CursorScope, openCursor, sealCursor } from './cursor.ts'
import { fitting } from './fitting.ts'
import { textFromLabels } from './labels.ts'
import { knownOrders, type Orders } from './orders.ts'

export interface List<Item, Key extends ItemKey = ItemKey> {
  readonly recipientId: string
  readonly member: Member | undefined
  readonly operation: { readonly id: string }
  /** The whole parsed query: paging and filters. */
  readonly query: PageRequest & Readonly<Record<string, unknown>>
  /** The properties by which the list can be sorted. */
  readonly sortable: readonly string[]
  readonly byDefault: SortOrder
  readonly cursorKey: CursorKey
  /** Finds a slice in the effective orders: the known ones of the request, or else the default. */
  readonly find: (slice: Slice<Key>, orders: Orders) => Promise<Found<Item, Key>>
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

/** The refusal of a page that only links lead to. */
const beyondNumbers = (lastByNumber: number): Problem =>
  new Problem('invalid_request', 'The page cannot be requested by its number; follow the next links.', {
    errors: [
      {
        in: 'query',
        pointer: '/page',
        code: 'too_large',
        maximum: lastByNumber,
        detail: `page ${lastByNumber} is the last one by number, and its next link leads on`,
      },
    ],
  })

/**
 * Answers a list: opens its cursor, finds the slice, and adds the envelope and the link to the next page. It asks for
 * one item more than the page has. That item decides whether there is a next page, even if items are added or removed
 * meanwhile. Where a slice was not read to its end, the next page starts there.
 *
 * @throws Problem `invalid_request` when a page is beyond those that numbers lead to
 */
export const answerPage = async <Item, Key extends ItemKey>({
  recipientId,
  member,
  operation,
  query,
  sortable,
  byDefault,
  cursorKey,
  find,
}: List<Item, Key>): Promise<{ body: Page<Item>; headers: { link: string | undefined } }> => {
  const { page, size, sort, cursor, ...filters } = query
  const orders = knownOrders(sort, sortable, byDefault)
  // Its name is the caller's text, which no log line has.
  if (sort.some(({ property }) => !sortable.includes(property)))
    log('WARN', 'unknown sort property ignored', { operation: operation.id, recipientId })
  const caller = { recipientId, memberId: member?.memberId }
  const scope: CursorScope = { ...caller, operationId: operation.id, query: { size, orders, ...filters } }
  // The key is fetched only when it is needed, because most lists have one page; an environment fetches it once.
  const position: Position<Key> =
    cursor === undefined ? { offset: (page ?? 0) * size } : openCursor<Key>(await cursorKey(), scope, cursor)
  const found = await find({ ...position, limit: size + 1 }, orders)
  const { entries, totalSize, totalIsExact = true, numbered, resumeAfter, offset = position.offset } = found
  const totalPages = Math.ceil(Math.min(totalSize, numbered ?? totalSize) / size)
  const mayExist = position.offset < totalSize || !totalIsExact
  if (cursor === undefined && numbered !== undefined && position.offset >= Math.max(1, numbered) && mayExist)
    throw beyondNumbers(Math.max(0, totalPages - 1))
  const content = cut(
    entries.map(({ item }) => item),
    size,
  )
  const after = entries.length > content.length ? entries[content.length - 1]?.key : resumeAfter
  const next =
    after === undefined
      ? undefined
      : sealCursor(await cursorKey(), scope, {
          offset: offset + content.length,
          after,
          ...(numbered !== undefined && { numbered }),
        })
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
      totalPages,
      totalIsExact,
    },
    headers: { link: next && linkTo({ size, ...filters }, orders, next) },
  }
}
