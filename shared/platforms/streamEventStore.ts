import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { setExpression } from '../store/setExpression.ts'
import { systemClock } from '../time/clock.ts'
import { dueAttributes } from '../time/due.ts'
import { type EventProgress, eventSafetyDelayMs, type StreamEvent } from './streamEvent.ts'

/** The progress of announcing events. Every change may be repeated. */
export const streamEventStore = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => {
  /** Changes an existing event that fulfils the condition, and no other. */
  const change = async (
    recipientId: string,
    id: string,
    set: Readonly<Record<string, unknown>>,
    condition = '',
    values: Readonly<Record<string, unknown>> = {},
    removal = '',
  ): Promise<void> => {
    const expression = setExpression(set)
    if (expression === undefined) throw new Error('a change without attributes')
    const Update = {
      TableName: table,
      Key: { recipientId, id },
      ...expression,
      UpdateExpression: `${expression.UpdateExpression}${removal}`,
      ConditionExpression: `attribute_exists(id)${condition}`,
      ExpressionAttributeValues: { ...expression.ExpressionAttributeValues, ...values },
    }
    await applyWrites(client, [{ operation: { Update }, repeatable: true }])
  }

  const queued = (id: string) => ({ state: 'queued', ...dueAttributes(id, clock() + eventSafetyDelayMs) })

  return {
    find: async (recipientId: string, id: string): Promise<StreamEvent | undefined> =>
      (await getItem(client, { TableName: table, Key: { recipientId, id } })) as unknown as StreamEvent | undefined,

    /** Stores the progress. This change invokes the worker again, by the table's stream. */
    goOn: (recipientId: string, id: string, progress: EventProgress) =>
      change(recipientId, id, { progress, ...queued(id) }),

    /** Leaves the event to the schedule. */
    park: (recipientId: string, id: string, until: number) =>
      change(recipientId, id, { state: 'parked', ...dueAttributes(id, until) }, ' AND #state <> :done', {
        ':done': 'done',
      }),

    /** Queues a due event after all others in the stream. */
    queueAgain: (recipientId: string, id: string, now: Date) =>
      change(recipientId, id, queued(id), ' AND #dueAt <= :now', { ':now': now.toISOString() }),

    finish: (recipientId: string, id: string) =>
      change(recipientId, id, { state: 'done' }, '', {}, ' REMOVE dueAt, dueShard, progress'),
  }
}

export type StreamEventStore = ReturnType<typeof streamEventStore>
