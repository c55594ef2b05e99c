import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item } from '../contract/write.ts'
import type { Found, Slice } from '../page/answerPage.ts'
import { send } from '../store/send.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import { type HistoryFilter, historyQuery, startKey } from './historyFilter.ts'
import type { HistoryEvent, HistoryItemAnswer } from './historyItem.ts'

export type HistoryItem = z.input<typeof HistoryItemAnswer>

const parsed = <Value>(text: unknown, otherwise: Value): Value =>
  typeof text === 'string' ? (JSON.parse(text) as Value) : otherwise

/** A stored item as an event again, for what is made from it. */
export const eventFromItem = (item: Item): HistoryEvent => {
  const { actions, metadata, ...plain } = item as Item & HistoryEvent
  return { ...plain, actions: parsed(actions, []), metadata: parsed(metadata, {}) }
}

const answerFromItem = (item: Item): HistoryItem => {
  const { id, system, event, originId, timestamp, ...known } = eventFromItem(item)
  return {
    id,
    recipientId: String(item['recipientId']),
    system,
    event,
    originId,
    timestamp,
    nickname: known.nickname ?? null,
    message: known.message ?? null,
    amount: known.amount ?? null,
    attachments: [...(known.attachments ?? [])],
    goals: [...(known.goals ?? [])],
    actions: [...(known.actions ?? [])],
    levelName: known.levelName ?? null,
    count: known.count ?? null,
    deleted: item['deleted'] === true,
    metadata: known.metadata ?? {},
  }
}

interface Page {
  readonly items: readonly Item[]
  readonly count: number
  /** Order key of the last item that was looked at, when there are more. */
  readonly lastKey: string | undefined
}

const found = (items: readonly Item[], totalSize: number): Found<HistoryItem> => {
  const last = items.at(-1)?.['listedAt']
  return { items: items.map(answerFromItem), totalSize, ...(last !== undefined && { last: String(last) }) }
}

/** History items by recipient, listed by time. */
export const historyRepository = (client: DynamoDBDocumentClient, table: string) => {
  const readPage = async (input: QueryCommandInput, recipientId: string, after?: string): Promise<Page> => {
    const start = after === undefined ? {} : { ExclusiveStartKey: startKey(recipientId, after) }
    const command = new QueryCommand({ ...input, ...start, ConsistentRead: true })
    const { Items = [], Count = 0, LastEvaluatedKey } = await send((options) => client.send(command, options))
    const lastKey = LastEvaluatedKey?.['listedAt']
    return { items: Items, count: Count, lastKey: lastKey === undefined ? undefined : String(lastKey) }
  }

  /** Passes over `offset` items without reading what is in them; undefined when there are no more. */
  const skip = async (input: QueryCommandInput, recipientId: string, offset: number): Promise<string | undefined> => {
    let after: string | undefined
    for (let left = offset; left > 0; ) {
      const { count, lastKey } = await readPage({ ...input, Select: 'COUNT', Limit: left }, recipientId, after)
      if (lastKey === undefined) return undefined
      left -= count
      after = lastKey
    }
    return after
  }

  const readSlice = async (
    input: QueryCommandInput,
    recipientId: string,
    { offset, after, size }: Slice,
  ): Promise<readonly Item[]> => {
    let key = after === undefined ? await skip(input, recipientId, offset) : String(after)
    const items: Item[] = []
    if (key === undefined && offset > 0) return items
    do {
      const page = await readPage({ ...input, Limit: size - items.length }, recipientId, key)
      items.push(...page.items)
      key = page.lastKey
    } while (key !== undefined && items.length < size)
    return items
  }

  return {
    /** A slice of all listed items: one range of keys and the total in parallel. A deep offset is counted off before. */
    findAll: async (
      recipientId: string,
      totals: Pick<TotalsRepository, 'read'>,
      ascending: boolean,
      slice: Slice,
    ): Promise<Found<HistoryItem>> => {
      const input = {
        ...historyQuery(table, recipientId, { systems: [], events: [] }),
        ScanIndexForward: ascending,
      }
      const [items, { history }] = await Promise.all([readSlice(input, recipientId, slice), totals.read(recipientId)])
      return found(items, history)
    },

    /** A slice of the items that pass a filter. The whole period is read, a megabyte at a time, so that the total is exact. */
    findMatching: async (
      recipientId: string,
      filter: HistoryFilter,
      ascending: boolean,
      { offset, after, size }: Slice,
    ): Promise<Found<HistoryItem>> => {
      const input = { ...historyQuery(table, recipientId, filter), ScanIndexForward: ascending }
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
          if (items.length < size) items.push(item)
        }
        lastKey = page.lastKey
      } while (lastKey !== undefined)
      return found(items, total)
    },
  }
}

export type HistoryRepository = ReturnType<typeof historyRepository>
