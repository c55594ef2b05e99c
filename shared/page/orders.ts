import type { SortOrder } from './contract.ts'

/** The orders of a request that a list knows, or its default when none is left; an unknown property is passed over. */
export const knownOrders = (
  asked: readonly SortOrder[],
  properties: readonly string[],
  byDefault: SortOrder,
): readonly SortOrder[] => {
  const known = asked.filter(({ property }) => properties.includes(property))
  return known.length > 0 ? known : [byDefault]
}

type Comparable = string | number | boolean | null | undefined

const compare = (left: Comparable, right: Comparable): number => {
  if (left === right) return 0
  if (left === undefined || left === null) return -1
  if (right === undefined || right === null) return 1
  return left < right ? -1 : 1
}

/** A comparison by several orders; `read` reads a property of an item. Ties keep the order they came in. */
export const byOrders =
  <Item>(orders: readonly SortOrder[], read: (item: Item, property: string) => Comparable) =>
  (left: Item, right: Item): number => {
    for (const { property, ascending } of orders) {
      const result = compare(read(left, property), read(right, property))
      if (result !== 0) return ascending ? result : -result
    }
    return 0
  }
