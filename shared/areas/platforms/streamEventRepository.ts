import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { allOf, type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { RepeatedEvent } from '../../mechanisms/webhooks/webhook.ts'
import { tableName } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { dueAttributes } from '../../runtime/time/due.ts'
import type { WaitingEvent } from './audienceOutbox.ts'
import { type EventProgress, eventSafetyDelayMs, type StreamEvent } from './streamEvent.ts'

const exists: Condition = { if: 'attribute_exists(id)' }

const isNew: Condition = { if: 'attribute_not_exists(id)' }

const isNotDone: Condition = { if: '#state <> :done', values: { done: 'done' } }

const isDueAt = (now: Date): Condition => ({ if: '#dueAt <= :now', values: { now: now.toISOString() } })

/** The write that ends an event's waiting; refused with `RepeatedEvent` when it was projected or erased before. */
export const waitingRemoval = (table: string, recipientId: string, id: string): Write => {
  const refusal = () => new RepeatedEvent('the event does not wait any more')
  return remove(table, { recipientId, id }, { when: exists, repeatable: true, refusal })
}

/**
 * Events with an effect; workers behind the table stream announce those of streams, and project those of an audience.
 * Every change may be repeated.
 */
export const streamEventRepository = (
  client: DynamoDBDocumentClient,
  table = tableName('streamEvents'),
  clock = systemClock,
) => {
  /** Changes an existing event that fulfils the condition, and no other. */
  const change = async (
    recipientId: string,
    id: string,
    set: Readonly<Record<string, unknown>>,
    { when, removed = [] }: { readonly when?: Condition; readonly removed?: readonly string[] } = {},
  ): Promise<void> => {
    const options = { set, remove: removed, when: allOf(exists, when), repeatable: true }
    await applyWrites(client, [update(table, { recipientId, id }, options)])
  }

  const queued = (id: string) => ({ state: 'queued', ...dueAttributes(id, clock() + eventSafetyDelayMs) })

  return {
    /** The write that stores an event; refused with `RepeatedEvent` when its message was received before. */
    creation: (recipientId: string, event: StreamEvent | WaitingEvent): Write => {
      const refusal = () => new RepeatedEvent('the message has come before')
      return put(table, { ...event, recipientId }, { when: isNew, repeatable: true, refusal })
    },

    find: async (recipientId: string, id: string): Promise<StreamEvent | undefined> =>
      (await getItem(client, { TableName: table, Key: { recipientId, id } })) as unknown as StreamEvent | undefined,

    /** Stores the progress. This change invokes the worker again, by the table stream. */
    handOver: (recipientId: string, id: string, progress: EventProgress) =>
      change(recipientId, id, { progress, ...queued(id) }),

    /** Leaves the event to the schedule. */
    park: (recipientId: string, id: string, until: number) =>
      change(recipientId, id, { state: 'parked', ...dueAttributes(id, until) }, { when: isNotDone }),

    /** Queues a due event after all others in the table stream. */
    queueAgain: (recipientId: string, id: string, now: Date) =>
      change(recipientId, id, queued(id), { when: isDueAt(now) }),

    finish: (recipientId: string, id: string) =>
      change(recipientId, id, { state: 'done' }, { removed: ['dueAt', 'dueShard', 'progress'] }),
  }
}

export type StreamEventRepository = ReturnType<typeof streamEventRepository>
