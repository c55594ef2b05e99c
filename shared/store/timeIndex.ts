import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { send } from '../aws/send.ts'
import type { Item } from '../contract/write.ts'
import type { Slice } from '../page/answerPage.ts'

/** The index of lists in the order of time. Its sort key `listedAt` is a sortable time and an id; items without it are not listed. */
export const timeIndex = 'byTime'

/** Every `listedAt` sorts between these texts. */
export const [earliest, latest] = ['0', ':']

/** The index key of an item, from its `listedAt`: the start of the page after it. */
export const startKey = (recipientId: string, listedAt: string): Record<string, string> => ({
  recipientId,
  id: listedAt.slice(listedAt.indexOf('#') + 1),
  listedAt,
})

/** The most items that one query skips, because DynamoDB's `Limit` is a 32-bit integer and an offset may be larger. */
const longestSkip = 100_000

interface Page {
  readonly items: readonly Item[]
  readonly count: number
  /** The `listedAt` of the last item of the page; undefined on the last page. */
  readonly lastKey: string | undefined
}

/** Reads slices of queries of a time index; the query's input selects the recipient, the items and the direction. */
export const timeIndexReader = (client: DynamoDBDocumentClient) => {
  const readPage = async (input: QueryCommandInput, recipientId: string, after?: string): Promise<Page> => {
    const start = after === undefined ? {} : { ExclusiveStartKey: startKey(recipientId, after) }
    const command = new QueryCommand({ ...input, ...start, ConsistentRead: true })
    const { Items = [], Count = 0, LastEvaluatedKey } = await send((options) => client.send(command, options))
    const lastKey = LastEvaluatedKey?.['listedAt']
    return { items: Items, count: Count, lastKey: lastKey === undefined ? undefined : String(lastKey) }
  }

  /** Skips `offset` items without reading their contents; undefined when there are no more items. */
  const skip = async (input: QueryCommandInput, recipientId: string, offset: number): Promise<string | undefined> => {
    let after: string | undefined
    for (let left = offset; left > 0; ) {
      const limit = Math.min(left, longestSkip)
      const { count, lastKey } = await readPage({ ...input, Select: 'COUNT', Limit: limit }, recipientId, after)
      if (lastKey === undefined) return undefined
      left -= count
      after = lastKey
    }
    return after
  }

  return {
    /** A slice of a query without a filter. An offset is skipped by counting. */
    slice: async (
      recipientId: string,
      input: QueryCommandInput,
      { offset, after, limit }: Slice<string>,
    ): Promise<readonly Item[]> => {
      let key = after ?? (await skip(input, recipientId, offset))
      const items: Item[] = []
      if (key === undefined && offset > 0) return items
      do {
        const page = await readPage({ ...input, Limit: limit - items.length }, recipientId, key)
        items.push(...page.items)
        key = page.lastKey
      } while (key !== undefined && items.length < limit)
      return items
    },

    /** A slice of the items that pass the query's filter, and their number. All of them are read, a megabyte at a time. */
    matching: async (
      recipientId: string,
      input: QueryCommandInput,
      { offset, after, limit }: Slice<string>,
    ): Promise<{ readonly items: readonly Item[]; readonly total: number }> => {
      const ascending = input.ScanIndexForward !== false
      const isPast = (item: Item) =>
        after !== undefined && (ascending ? String(item['listedAt']) <= after : String(item['listedAt']) >= after)
      const items: Item[] = []
      let passed = 0
      let total = 0
      let lastKey: string | undefined
      do {
        const page = await readPage(input, recipientId, lastKey)
        total += page.count
        for (const item of page.items) {
          if (isPast(item) || (after === undefined && passed++ < offset)) continue
          if (items.length < limit) items.push(item)
        }
        lastKey = page.lastKey
      } while (lastKey !== undefined)
      return { items, total }
    },
  }
}
