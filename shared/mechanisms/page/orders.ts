import type { SortOrder } from './contract.ts'

export type Orders = readonly [SortOrder, ...SortOrder[]]

/** The known orders of a request, each property once, or the default. Unknown properties are ignored. */
export const knownOrders = (
  asked: readonly SortOrder[],
  properties: readonly string[],
  byDefault: SortOrder,
): Orders => {
  const [first, ...rest] = asked.filter(
    ({ property }, index) =>
      properties.includes(property) && asked.findIndex((earlier) => earlier.property === property) === index,
  )
  return first === undefined ? [byDefault] : [first, ...rest]
}

type SortValue = string | number | boolean | null

/** An item's sort values, followed by its unique value. */
export type SortKey = readonly SortValue[]

/** Texts are sorted by this many leading code units, because cursors carry them. */
export const comparedLength = 256

/** The values by which an item is sorted: those of the orders, then `unique`, which decides between equal ones. */
export const sortKey = (
  orders: readonly SortOrder[],
  read: (property: string) => SortValue | undefined,
  unique: string | number,
): SortKey => {
  const values = orders.map(({ property }) => {
    const value = read(property) ?? null
    return typeof value === 'string' ? value.slice(0, comparedLength) : value
  })
  return [...values, unique]
}

const compare = (left: SortValue, right: SortValue): number => {
  if (left === right) return 0
  if (left === null) return -1
  if (right === null) return 1
  return left < right ? -1 : 1
}

/** Compares sort keys, each value in its order's direction, and the unique value in that of the last one. */
export const bySortKey =
  (orders: readonly SortOrder[]) =>
  (left: SortKey, right: SortKey): number => {
    for (const [index, value] of left.entries()) {
      const result = compare(value, right[index] ?? null)
      if (result !== 0) return (orders[index] ?? orders.at(-1))?.ascending === false ? -result : result
    }
    return 0
  }

/** At most `limit` entries of a list, from an offset on or after a key; `entries` may have any order. */
export const sortedSlice = <Entry extends { readonly key: SortKey }>(
  entries: readonly Entry[],
  orders: readonly SortOrder[],
  { offset, after, limit }: { readonly offset: number; readonly after?: SortKey; readonly limit: number },
): readonly Entry[] => {
  const compareKeys = bySortKey(orders)
  const sorted = entries.toSorted((left, right) => compareKeys(left.key, right.key))
  if (after === undefined) return sorted.slice(offset, offset + limit)
  const first = sorted.findIndex(({ key }) => compareKeys(key, after) > 0)
  return first < 0 ? [] : sorted.slice(first, first + limit)
}
