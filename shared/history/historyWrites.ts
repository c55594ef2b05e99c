import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { type HistoryEvent, testExpiry } from '../events/historyEvent.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { sortableDateTime } from '../time/utc.ts'

/** Where an item stands in the order of time: nanoseconds, then the id. */
const orderKeyOf = ({ id, timestamp }: HistoryEvent): string => `${sortableDateTime(timestamp)}#${id}`

/**
 * An event as it is stored. Free-form members are JSON texts, so that they return unchanged. `orderKey` stays; `listedAt`, the index's
 * copy of it, comes and goes with what lists show.
 */
const itemFromEvent = (recipientId: string, event: HistoryEvent): Item => {
  const { actions = [], metadata, attachments = [], goals = [], ...plain } = event
  const orderKey = orderKeyOf(event)
  return {
    ...plain,
    recipientId,
    deleted: false,
    ...(attachments.length > 0 && { attachments }),
    ...(goals.length > 0 && { goals }),
    ...(actions.length > 0 && { actions: JSON.stringify(actions) }),
    ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    ...(event.test ? { expiresAt: testExpiry(new Date()) } : { orderKey, listedAt: orderKey }),
  }
}

/** A new item. Raises `Conflict` when the item exists. */
export const historyAddition = (table: string, recipientId: string, event: HistoryEvent): Write => ({
  operation: {
    Put: {
      TableName: table,
      Item: itemFromEvent(recipientId, event),
      ConditionExpression: 'attribute_not_exists(id)',
    },
  },
  repeatable: false,
  refusal: (found) => new Conflict(found),
})

export const unknownHistoryItem = (): Problem =>
  new Problem('not_found', 'There is no such history item.', {
    errors: [{ in: 'body', pointer: '/historyItemId', detail: 'unknown history item' }],
  })

export const withdrawnItem = (): Problem =>
  new Problem('payment_withdrawn', 'The payment of this history item was refunded or is disputed.', {
    errors: [{ in: 'body', pointer: '/historyItemId', detail: 'refunded or disputed' }],
  })

/** Of a stored item: what leads from it to its alert, and whether it is deleted. A write that depends on them is held to both. */
export const unchangedItem = ({ deleted, alertPosition }: Item) => ({
  ConditionExpression: `deleted = :wasDeleted AND ${
    alertPosition === undefined ? 'attribute_not_exists(alertPosition)' : 'alertPosition = :alertPosition'
  }`,
  values: { ':wasDeleted': deleted, ...(alertPosition !== undefined && { ':alertPosition': alertPosition }) },
})

/** Changes a stored item. Raises `Conflict` when it was deleted, restored or shown as an alert since it was read. */
export const itemChange = (
  table: string,
  item: Item,
  update: string,
  values: Readonly<Record<string, unknown>>,
  names?: Record<string, string>,
): Write => {
  const { ConditionExpression, values: known } = unchangedItem(item)
  return {
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId: item['recipientId'], id: item['id'] },
        UpdateExpression: update,
        ConditionExpression,
        ExpressionAttributeValues: { ...known, ...values },
        ...(names !== undefined && { ExpressionAttributeNames: names }),
      },
    },
    repeatable: false,
    refusal: (found) => new Conflict(found),
  }
}

/** All but tests are listed and counted, while they are not deleted. */
export const isListable = (item: Item): boolean => item['orderKey'] !== undefined

/** Deletes an item softly, or restores it. */
export const deletionMark = (table: string, item: Item, deleted: boolean): Write => {
  const listing = deleted ? ' REMOVE listedAt' : ', listedAt = orderKey'
  return itemChange(table, item, `SET deleted = :deleted${isListable(item) ? listing : ''}`, { ':deleted': deleted })
}

/** Stores what an item that had no alert has to know of its first one. */
export const alertMark = (
  table: string,
  item: Item,
  { levelName, alertPosition }: Pick<HistoryEvent, 'levelName' | 'alertPosition'>,
): Write =>
  itemChange(table, item, `SET alertPosition = :raisedAt${levelName === undefined ? '' : ', levelName = :level'}`, {
    ':raisedAt': alertPosition,
    ...(levelName !== undefined && { ':level': levelName }),
  })
