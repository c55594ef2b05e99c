import type { Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'

/** Seconds that an event is remembered: longer than any gateway repeats one. */
const retention = 7 * 24 * 60 * 60

/** The event was taken before. */
export class RepeatedEvent extends Error {
  override readonly name = 'RepeatedEvent'
}

/** Marks an event as taken, in the transaction of its effect. Raises `RepeatedEvent` when it was taken before. */
export const webhookEventMarker = (
  table: string,
  credentialId: string,
  eventId: string,
  nowSeconds: number,
): Write => ({
  operation: {
    Put: {
      TableName: table,
      Item: { id: derivedId('webhook', credentialId, eventId), expiresAt: nowSeconds + retention },
      // DynamoDB deletes expired items days late.
      ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': nowSeconds },
    },
  },
  repeatable: false,
  refusal: () => new RepeatedEvent('the event was taken before'),
})
