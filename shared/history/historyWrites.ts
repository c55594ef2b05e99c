import { Problem } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { Outdated } from '../store/outdated.ts'
import { sortableDateTime } from '../time/utc.ts'
import { type HistoryEvent, testExpiry } from './historyItem.ts'

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

/** A new item. Raises `Outdated` when the item exists. */
export const historyAddition = (table: string, recipientId: string, event: HistoryEvent): Write => ({
  operation: {
    Put: {
      TableName: table,
      Item: itemFromEvent(recipientId, event),
      ConditionExpression: 'attribute_not_exists(id)',
    },
  },
  repeatable: false,
  refusal: (found) => new Outdated(found),
})

export const unknownHistoryItem = (): Problem =>
  new Problem('not_found', 'There is no such history item.', {
    errors: [{ in: 'body', pointer: '/historyItemId', detail: 'unknown history item' }],
  })

/** The item is in the state that was asked for. */
export class AlreadyDone extends Error {
  override readonly name = 'AlreadyDone'
}

/** The item is a test, which no total counts and no list shows, or is none although it was taken for one. */
export class OtherKind extends Error {
  override readonly name = 'OtherKind'
}

const refusalOf =
  (deleted: boolean) =>
  (found: Item | undefined): Error => {
    if (found === undefined) return unknownHistoryItem()
    return found['deleted'] === deleted ? new AlreadyDone() : new OtherKind()
  }

/**
 * Deletes an item softly, or restores it. `isListed` is a guess that the transaction depends on: all but tests are listed while they
 * are not deleted. A wrong one raises `OtherKind`, and an item that has the wanted state already raises `AlreadyDone`.
 */
export const deletionMark = (
  table: string,
  recipientId: string,
  id: string,
  { deleted, isListed }: { readonly deleted: boolean; readonly isListed: boolean },
): Write => {
  const listing = deleted ? ' REMOVE listedAt' : ', listedAt = orderKey'
  return {
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, id },
        UpdateExpression: `SET deleted = :deleted${isListed ? listing : ''}`,
        ConditionExpression: `deleted = :before AND ${isListed ? 'attribute_exists' : 'attribute_not_exists'}(orderKey)`,
        ExpressionAttributeValues: { ':deleted': deleted, ':before': !deleted },
      },
    },
    repeatable: false,
    refusal: refusalOf(deleted),
  }
}

/** Holds a transaction to an item being as it was read: there, and deleted or not. */
export const unchangedDeletion = (table: string, recipientId: string, id: string, deleted: boolean): Write => ({
  operation: {
    ConditionCheck: {
      TableName: table,
      Key: { recipientId, id },
      ConditionExpression: 'deleted = :deleted',
      ExpressionAttributeValues: { ':deleted': deleted },
    },
  },
  repeatable: true,
  refusal: (found) => new Outdated(found),
})
