import { answerPage, type List } from './answerPage.ts'
import type { Page } from './contract.ts'
import { type Orders, type SortKey, sortedSlice, sortKey } from './orders.ts'

interface WholeList<Item> extends Omit<List<Item>, 'find'> {
  readonly query: List<Item>['query'] & { readonly id?: string | undefined }
  /** The properties by which the list can be sorted; the id decides between equal values. */
  readonly sortable: readonly (keyof Item & string)[]
  /** Reads every item that passes the filters. */
  readonly read: () => Promise<readonly Item[]>
}

/** Answers a list that is read whole, by one query: one that people maintain by hand. */
export const answerWhole = <Item extends { readonly id: string }>({
  read,
  ...list
}: WholeList<Item>): Promise<{
  body: Page<Item>
  headers: { link: string | undefined }
}> => {
  const entryFrom = (item: Item, orders: Orders) => ({
    item,
    key: sortKey(orders, (property) => item[property as keyof Item] as SortKey[number] | undefined, item.id),
  })
  return answerPage<Item, SortKey>({
    ...list,
    find: async (slice, orders) => {
      const { id } = list.query
      const all = await read()
      const items = id === undefined ? all : all.filter((item) => item.id === id)
      return {
        entries: sortedSlice(
          items.map((item) => entryFrom(item, orders)),
          orders,
          slice,
        ),
        totalSize: items.length,
      }
    },
  })
}
