import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../contract/problem.ts'
import type { Item } from '../contract/write.ts'
import type { Found, Slice } from '../page/answerPage.ts'
import { queryFirst, readLimit } from './query.ts'

/** The refusal of a page that cannot be reached by its number within the limit. */
const tooDeep = (): Problem =>
  new Problem('invalid_request', 'The page is too deep to be reached by its number; follow the next links.', {
    errors: [{ in: 'query', pointer: '/page', detail: `not within the first ${readLimit.items} items that are read` }],
  })

/** A query whose sort key is between `:first` and `:last`, and what its items are listed as. */
interface Listing<Listed, Key extends string | number> {
  readonly input: QueryCommandInput
  /** The sort key's attribute, which is also the key after which a page starts. */
  readonly sortKey: string
  readonly startKey: (key: Key) => Item
  readonly read: (item: Item) => Listed
}

/** Lists items of a query. A request looks at a limited number of them, however many there are. */
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

  /** A slice of a list without a filter. An offset is counted off. */
  const slice = async ({ offset, after, limit }: Slice<Key>): Promise<Omit<Found<Listed, Key>, 'totalSize'>> => {
    let start = after
    if (after === undefined && offset > 0) {
      const skipped = await count(input, offset)
      if (skipped.last === undefined) return { entries: [] }
      if (skipped.count < offset) throw tooDeep()
      start = keyOf(skipped.last)
    }
    const { items, last } = await queryFirst(client, from(start), limit)
    return { entries: items.map(entryFrom), ...(last !== undefined && { resumeAfter: keyOf(last) }) }
  }

  /** The page of a number: what is looked at begins with the list, so it is counted as well. */
  const numbered = async ({ offset, limit }: Slice<Key>): Promise<Found<Listed, Key>> => {
    const { items, last } = await queryFirst(client, input, readLimit.items)
    if (last !== undefined && offset > 0 && offset >= items.length) throw tooDeep()
    return {
      entries: items.slice(offset, offset + limit).map(entryFrom),
      totalSize: items.length,
      totalIsExact: last === undefined,
      ...(last !== undefined && { resumeAfter: keyOf(last) }),
    }
  }

  /** The page after a key, with what precedes it counted as far as the limit. */
  const continued = async (after: Key, { offset, limit }: Slice<Key>): Promise<Found<Listed, Key>> => {
    const [before, { items, last }] = await Promise.all([
      count(upTo(after), readLimit.items),
      queryFirst(client, from(after), readLimit.items),
    ])
    const isCounted = before.last === undefined
    return {
      entries: items.slice(0, limit).map(entryFrom),
      totalSize: (isCounted ? before.count : Math.max(before.count, offset)) + items.length,
      totalIsExact: isCounted && last === undefined,
      ...(last !== undefined && { resumeAfter: keyOf(last) }),
    }
  }

  return {
    /**
     * A slice of a list whose total is kept elsewhere, and read beside it.
     *
     * @throws Problem `invalid_request` when the page is deeper than its number can lead
     */
    withTotal: async (slicing: Slice<Key>, readTotal: () => Promise<number>): Promise<Found<Listed, Key>> => {
      if (slicing.after === undefined && slicing.offset > readLimit.items) {
        const totalSize = await readTotal()
        if (slicing.offset < totalSize) throw tooDeep()
        return { entries: [], totalSize }
      }
      const [found, totalSize] = await Promise.all([slice(slicing), readTotal()])
      return { ...found, totalSize }
    },

    /**
     * A slice of the items that pass the query's filter, and their number as far as it is known: a page may be short, or empty, and lead on.
     *
     * @throws Problem `invalid_request` when the page is deeper than its number can lead
     */
    matching: (slicing: Slice<Key>): Promise<Found<Listed, Key>> =>
      slicing.after === undefined ? numbered(slicing) : continued(slicing.after, slicing),
  }
}
