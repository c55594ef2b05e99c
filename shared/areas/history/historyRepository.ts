import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item } from '../../contract/write.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import type { Found, Slice } from '../../mechanisms/store/slice.ts'
import { timeList } from '../../mechanisms/store/timeIndex.ts'
import { tableName } from '../../runtime/env.ts'
import { moneyFromItem } from '../../runtime/money/money.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { type HistoryFilter, historyQuery } from '../events/historyFilter.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import { withDeliveryId } from './actionCompletion.ts'
import type { HistoryItemAnswer } from './historyItem.ts'

export type HistoryItem = z.input<typeof HistoryItemAnswer>

const parsed = <Value>(text: unknown, otherwise: Value): Value =>
  typeof text === 'string' ? (JSON.parse(text) as Value) : otherwise

export const eventFromItem = (item: Item): HistoryEvent => {
  const { actions, metadata, ...plain } = item as Item & HistoryEvent
  return { ...plain, actions: parsed(actions, []), metadata: parsed(metadata, {}) }
}

/** The item in an answer; the command that adds items accepts it. */
export const historyItemFromItem = (item: Item): HistoryItem => {
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
    amount: known.amount ? moneyFromItem(known.amount) : null,
    refunded: known.refunded ? moneyFromItem(known.refunded) : null,
    attachments: [...(known.attachments ?? [])],
    goals: [...(known.goals ?? [])],
    actions: (known.actions ?? []).map((action, index) => withDeliveryId(action, id, index)),
    levelName: known.levelName ?? null,
    count: known.count ?? null,
    deleted: item['deleted'] === true,
    test: item['test'] === true,
    metadata: known.metadata ?? {},
  }
}

/** History items by recipient, listed by time. */
export const historyRepository = (client: DynamoDBDocumentClient, table = tableName('history')) => {
  const listed = (recipientId: string, filter: HistoryFilter, ascending: boolean) => {
    const input = { ...historyQuery(table, recipientId, filter), ScanIndexForward: ascending }
    return timeList(client, recipientId, input, historyItemFromItem)
  }

  return {
    /** An item as it is stored, deleted ones and tests included. */
    find: (recipientId: string, id: string): Promise<Item | undefined> =>
      getItem(client, { TableName: table, Key: { recipientId, id } }),

    /** A slice of all listed items: one range of keys and the total in parallel. An offset is counted off before. */
    findAll: (
      recipientId: string,
      totals: Pick<TotalsRepository, 'read'>,
      ascending: boolean,
      slice: Slice<string>,
    ): Promise<Found<HistoryItem, string>> =>
      listed(recipientId, { systems: [], events: [] }, ascending).withTotal(
        slice,
        async () => (await totals.read(recipientId)).history,
      ),

    /** A slice of the items that pass a filter, and their number as far as a request may count. */
    findMatching: (
      recipientId: string,
      filter: HistoryFilter,
      ascending: boolean,
      slice: Slice<string>,
    ): Promise<Found<HistoryItem, string>> => listed(recipientId, filter, ascending).matching(slice),
  }
}

export type HistoryRepository = ReturnType<typeof historyRepository>
