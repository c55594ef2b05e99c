import { putMany } from '../../support/manyItems.ts'
import type { TracedApi } from './tracedApi.ts'

type Item = Readonly<Record<string, unknown>>
type Table = Parameters<TracedApi['table']>[0]

/** Batches that are under way at the same time: the engine has one writer. */
const lanes = 4
/** Items that are made before they are written. */
const slice = 2500

/** Puts items by their index straight into a table: what would take the interface too long to make. */
export const seed = async (
  { client, table }: TracedApi,
  name: Table,
  count: number,
  itemOf: (index: number) => Item,
): Promise<void> => {
  let next = 0
  const fill = async (): Promise<void> => {
    for (;;) {
      const first = next
      if (first >= count) return
      next += slice
      const items = Array.from({ length: Math.min(slice, count - first) }, (_, offset) => itemOf(first + offset))
      await putMany(client, table(name), items)
    }
  }
  await Promise.all(Array.from({ length: lanes }, fill))
}
