import { answerPage, type List } from './answerPage.ts'
import type { Page, SortOrder } from './contract.ts'
import { byOrders, knownOrders } from './orders.ts'

interface WholeList<Item> extends Omit<List<Item>, 'orders' | 'find'> {
  /** Properties that can be sorted by. */
  readonly sortable: readonly (keyof Item & string)[]
  readonly byDefault: SortOrder
  /** Reads every item that the filters let through. */
  readonly read: () => Promise<readonly Item[]>
}

/** Answers a list that is read whole: for what a person keeps by hand, where one query brings everything. */
export const answerWhole = <Item extends object>({
  sortable,
  byDefault,
  read,
  ...list
}: WholeList<Item>): Promise<{
  body: Page<Item>
  headers: { link: string | undefined }
}> => {
  const orders = knownOrders(list.query.sort, sortable, byDefault)
  const compare = byOrders<Item>(
    orders,
    (item, property) => item[property as keyof Item] as string | number | boolean | null | undefined,
  )
  return answerPage({
    ...list,
    orders,
    find: async ({ offset, size }) => {
      const items = (await read()).toSorted(compare)
      return { items: items.slice(offset, offset + size), totalSize: items.length }
    },
  })
}
