import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../../contract/write.ts'
import { queryFirst, readLimit } from './query.ts'
import type { Found, Slice } from './slice.ts'

/** A query whose sort key is between `:first` and `:last`, and what its items are listed as. */
interface Listing<Listed, Key extends string | number> {
  readonly input: QueryCommandInput
  /** The sort key's attribute, which is also the key after which a page starts. */
  readonly sortKey: string
  readonly startKey: (key: Key) => Item
  readonly read: (item: Item) => Listed
}

/**
 * Lists items of a query. A request reads a limited number of them, however many there are.
 *
 * @example
 * const range = 'recipientId = :recipientId AND #listedAt BETWEEN :first AND :last'
 * const input = { TableName: table, KeyConditionExpression: range, ...namesAndValues }
 * const startKey = (listedAt: string) => ({ recipientId, listedAt })
 * const list = boundedList(client, { input, sortKey: 'listedAt', startKey, read: itemFromStored })
 * const { entries, totalSize } = await list.matching({ offset: 0, limit: 20 })
 */
export const boundedList = <Listed, Key extends string | number>(
  client: DynamoDBDocumentClient,
  { input, sortKey, startKey, read }: Listing<Listed, Key>,
) => {
  const keyOf = (item: Item): Key => item[sortKey] as Key
  const from = (key: Key | undefined) => (key === undefined ? input : { ...input, ExclusiveStartKey: startKey(key) })
  const entryFrom = (item: Item) => ({ item: read(item), key: keyOf(item) })

  /** What the list has up to a key, including that. */
  const upTo = (key: Key) => {
    const bound = input.ScanIndexForward === false ? ':first' : ':last'
    return { ...input, ExpressionAttributeValues: { ...input.ExpressionAttributeValues, [bound]: key } }
  }

  const count = (query: QueryCommandInput, most: number) => queryFirst(client, { ...query, Select: 'COUNT' }, most)

  /** The first items that pass the filter: reading goes on until there is one, or as far as a request may. */
  const search = async (query: QueryCommandInput) => {
    let found = await queryFirst(client, query, readLimit.items)
    for (let reads = 1; reads < readLimit.reads && found.count === 0 && found.last !== undefined; reads++)
      found = await queryFirst(client, { ...query, ExclusiveStartKey: found.last }, readLimit.items)
    return found
  }

  /**
   * A slice of a list without a filter. An offset is counted off, and where large items end that too early, the page is
   * empty and leads on.
   */
  const slice = async ({ offset, after, limit }: Slice<Key>): Promise<Omit<Found<Listed, Key>, 'totalSize'>> => {
    let start = after
    if (after === undefined && offset > 0) {
      const skipped = await count(input, offset)
      if (skipped.last === undefined) return { entries: [], offset: skipped.count }
      start = keyOf(skipped.last)
      if (skipped.count < offset) return { entries: [], offset: skipped.count, resumeAfter: start }
    }
    const { items, last } = await queryFirst(client, from(start), limit)
    return { entries: items.map(entryFrom), ...(last !== undefined && { resumeAfter: keyOf(last) }) }
  }

  /** The page of a number. What is looked at is the same for every number, so it is counted as well. */
  const numbered = async ({ offset, limit }: Slice<Key>): Promise<Found<Listed, Key>> => {
    const { items, last } = await search(input)
    return {
      entries: items.slice(offset, offset + limit).map(entryFrom),
      totalSize: items.length,
      totalIsExact: last === undefined,
      ...(last !== undefined && { numbered: items.length, resumeAfter: keyOf(last) }),
    }
  }

  /** The page after a key, with what precedes it counted as far as the limit. */
  const continued = async (
    after: Key,
    { offset, limit, numbered: known = readLimit.items }: Slice<Key>,
  ): Promise<Found<Listed, Key>> => {
    const [before, { items, last }] = await Promise.all([count(upTo(after), readLimit.items), search(from(after))])
    const isCounted = before.last === undefined
    return {
      entries: items.slice(0, limit).map(entryFrom),
      totalSize: (isCounted ? before.count : Math.max(before.count, offset)) + items.length,
      totalIsExact: isCounted && last === undefined,
      numbered: known,
      ...(last !== undefined && { resumeAfter: keyOf(last) }),
    }
  }

  return {
    /**
     * A slice of a list whose total is kept elsewhere, and read beside it. Numbers lead to the pages of its first
     * items.
     */
    withTotal: async (slicing: Slice<Key>, readTotal: () => Promise<number>): Promise<Found<Listed, Key>> => {
      const isBeyond = slicing.after === undefined && slicing.offset >= readLimit.items
      const [found, totalSize] = await Promise.all([isBeyond ? { entries: [] } : slice(slicing), readTotal()])
      return { ...found, totalSize, ...(totalSize > readLimit.items && { numbered: readLimit.items }) }
    },

    /** A slice of a list whose total nobody keeps: it is exact on the last page. Numbers lead as above. */
    unmeasured: async (slicing: Slice<Key>): Promise<Found<Listed, Key>> => {
      const isBeyond = slicing.after === undefined && slicing.offset >= readLimit.items
      const found = isBeyond ? { entries: [] } : await slice(slicing)
      const { entries, offset = slicing.offset, resumeAfter } = found
      const totalIsExact = !isBeyond && resumeAfter === undefined
      return { ...found, totalSize: offset + entries.length, totalIsExact, numbered: readLimit.items }
    },

    /**
     * A slice of the items that pass the query's filter, and their number as far as it is known: a page may be short
     * and lead on.
     */
    matching: (slicing: Slice<Key>): Promise<Found<Listed, Key>> =>
      slicing.after === undefined ? numbered(slicing) : continued(slicing.after, slicing),
  }
}
