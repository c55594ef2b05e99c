import * as z from 'zod/mini'
import { SafeInteger, text } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'

/** The default and the largest number of items of a page. */
export const defaultSize = 20
export const maximumSize = 100

export interface SortOrder {
  readonly property: string
  readonly ascending: boolean
}

const integerFrom = (value: string | undefined): number | undefined => {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Math.trunc(Number(value))
  return Number.isNaN(number) ? undefined : number
}

const clamp = (value: number, minimum: number, maximum: number): number => Math.min(maximum, Math.max(minimum, value))

/** The last page that still has an exact offset at the maximum size. */
const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / maximumSize)

const pageFrom = (value: string | undefined): number | undefined => {
  const page = integerFrom(value)
  return page === undefined ? undefined : clamp(page, 0, lastPage)
}

const sizeFrom = (value: string | undefined): number => {
  const size = integerFrom(value) ?? defaultSize
  return size < 1 ? defaultSize : Math.min(size, maximumSize)
}

/** `createdAt,desc,nickname` → two orders: the gateway joins parameters by commas; a direction follows its property. */
const ordersFrom = (value: string | undefined): readonly SortOrder[] => {
  const orders: SortOrder[] = []
  for (const word of (value ?? '').split(',').map((part) => part.trim())) {
    const last = orders.at(-1)
    if (/^(asc|desc)$/i.test(word) && last !== undefined)
      orders[orders.length - 1] = { ...last, ascending: word.toLowerCase() === 'asc' }
    else if (word !== '') orders.push({ property: word, ascending: true })
  }
  return orders
}

const lenient = <Output>(read: (value: string | undefined) => Output, meta: Record<string, unknown>) =>
  z.pipe(z.optional(z.string().check(z.meta(meta))), z.transform(read))

const isContradictory = ({ page, cursor }: Partial<PageRequest>): boolean => page !== undefined && cursor !== undefined

/**
 * The query of every list: an offset page (`page`, `size`, `sort`) or, with `cursor`, the page after an earlier one. It
 * is read leniently: a value that is not a number and a size below 1 become the default, and other values become the
 * nearest valid one. `filters` adds a list's own parameters.
 */
export const pageQuery = <const Filters extends Readonly<Record<string, z.ZodMiniType>>>(filters: Filters) =>
  z
    .object({
      page: lenient(pageFrom, {
        type: 'integer',
        default: 0,
        description:
          'number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues',
      }),
      size: lenient(sizeFrom, {
        type: 'integer',
        default: defaultSize,
        description: `items of a page; above ${maximumSize} it becomes ${maximumSize}, below 1 the default. A page has fewer items if more would exceed 5 MB; its \`next\` link leads to the rest`,
      }),
      sort: lenient(ordersFrom, {
        description:
          '`property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used',
      }),
      cursor: z.optional(
        z
          .string()
          .check(
            z.maxLength(4096),
            z.meta({ description: 'opaque, from the `next` link of an earlier page; excludes `page`' }),
          ),
      ),
      ...filters,
    })
    .check(
      z.refine((value) => !isContradictory(value as Partial<PageRequest>), {
        path: ['cursor'],
        error: 'Invalid cursor: it excludes page',
        ...violates('contradictory'),
      }),
    )

/** The query of a list that is read as a whole. With `id`, it has the one item of that id, or none. */
export const wholeQuery = <const Filters extends Readonly<Record<string, z.ZodMiniType>>>(filters: Filters) =>
  pageQuery({ id: z.optional(text(1, 128)), ...filters })

/** A list's query as it is after parsing, without the list's own filters. */
export interface PageRequest {
  readonly page: number | undefined
  readonly size: number
  readonly sort: readonly SortOrder[]
  readonly cursor?: string | undefined
}

const Order = z
  .object({
    ignoreCase: z.boolean(),
    direction: z.enum(['ASC', 'DESC']),
    property: z.string(),
    ascending: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Order' })

const Pageable = z
  .object({
    orderBy: z.array(Order),
    number: SafeInteger,
    size: SafeInteger,
    mode: z.enum(['OFFSET', 'CURSOR_NEXT']),
    sort: z.object({ orderBy: z.array(Order) }),
  })
  .register(z.globalRegistry, { id: 'Pageable' })

/**
 * The envelope of every list (specification, "Page"); the schema is named after its items, such as `AlertPage`, unless
 * it had a name before its items got another. A list may have more members.
 */
export const page = <Item extends z.ZodMiniType, More extends z.core.$ZodShape = Record<never, never>>(
  item: Item,
  more: More = {} as More,
  id = `${z.globalRegistry.get(item)?.id}Page`,
) =>
  z
    .object({
      ...more,
      content: z.array(item),
      pageable: Pageable,
      pageNumber: SafeInteger,
      offset: SafeInteger,
      size: SafeInteger,
      empty: z.boolean(),
      numberOfElements: SafeInteger,
      totalSize: SafeInteger,
      totalPages: SafeInteger.check(z.meta({ description: 'the number of pages that can be requested by number' })),
      totalIsExact: z.boolean().check(
        z.meta({
          description:
            'false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read',
        }),
      ),
    })
    .register(z.globalRegistry, { id })

/** Headers of every list: `Link: <…>; rel="next"` (RFC 8288) if another item exists or reading stopped early. */
export const pageHeaders = { link: z.optional(z.string()) } as const

export interface Page<Item> {
  content: Item[]
  pageable: z.input<typeof Pageable>
  pageNumber: number
  offset: number
  size: number
  empty: boolean
  numberOfElements: number
  totalSize: number
  totalPages: number
  totalIsExact: boolean
}

export const pageExample = <Item>(content: Item[], property: string, ascending: boolean): Page<Item> => {
  const orderBy = [
    { ignoreCase: false, direction: ascending ? ('ASC' as const) : ('DESC' as const), property, ascending },
  ]
  return {
    content,
    pageable: { orderBy, number: 0, size: defaultSize, mode: 'OFFSET', sort: { orderBy } },
    pageNumber: 0,
    offset: 0,
    size: defaultSize,
    empty: content.length === 0,
    numberOfElements: content.length,
    totalSize: content.length,
    totalPages: content.length === 0 ? 0 : 1,
    totalIsExact: true,
  }
}
