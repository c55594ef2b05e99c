import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../../contract/write.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { allOf, anyOf, type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { RepeatedEvent } from '../../mechanisms/webhooks/webhook.ts'
import { tableName } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { dueAttributes } from '../../runtime/time/due.ts'
import type { StoredAct } from './acts.ts'
import { dueAudience, followAlertEveryMs, type WaitingEvent } from './audienceOutbox.ts'
import { type EventProgress, eventSafetyDelayMs, type StreamEvent } from './streamEvent.ts'

const exists: Condition = { if: 'attribute_exists(id)' }

const isNew: Condition = { if: 'attribute_not_exists(id)' }

const isNotDone: Condition = { if: '#state <> :done', values: { done: 'done' } }

const isDueAt = (now: Date): Condition => ({ if: '#dueAt <= :now', values: { now: now.toISOString() } })

/** A record of the table stream that comes again may be one of an event that is done. */
const waits: Condition = allOf(exists, isNotDone)

/** The write that ends an event's waiting; refused with `RepeatedEvent` when it was projected or erased before. */
export const waitingRemoval = (table: string, recipientId: string, id: string): Write => {
  const refusal = () => new RepeatedEvent('the event does not wait any more')
  return remove(table, { recipientId, id }, { when: waits, repeatable: true, refusal })
}

/**
 * The write that ends an event's waiting and keeps its id until a second, so that its message does nothing when it
 * comes again. It costs what the removal costs.
 */
export const waitingEnd = (table: string, recipientId: string, id: string, expiresAt: number): Write => {
  const refusal = () => new RepeatedEvent('the event does not wait any more')
  const remove = ['nickname', 'message', 'dueAt', 'dueShard', 'attempts']
  return update(
    table,
    { recipientId, id },
    { set: { state: 'done', expiresAt }, remove, when: waits, repeatable: true, refusal },
  )
}

/** The write that remembers which message of an act came last. Raises `Conflict` when another one came meanwhile. */
export const actWrite = (table: string, recipientId: string, act: StoredAct, known: StoredAct | undefined): Write =>
  put(
    table,
    { ...act, recipientId },
    {
      when:
        known === undefined
          ? isNew
          : {
              if: '#timestamp = :before AND #open = :openBefore',
              values: { before: known.timestamp, openBefore: known.open },
            },
      refusal: conflicting,
    },
  )

/** The follower has followed before, within the time of one alert. */
export class KnownFollower extends Error {}

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

    /**
     * The write that stores a follow in the place of its follower's last one. Refused with `RepeatedEvent` when its
     * message was received before, and with `KnownFollower` while the last one is younger than a day, or waits.
     */
    followCreation: (recipientId: string, event: WaitingEvent): Write => {
      const refusal = (found: Item | undefined) =>
        found?.['originId'] === event.originId ? new RepeatedEvent('the message has come before') : new KnownFollower()
      const isOver: Condition = {
        if: '#state = :done AND #takenAt <= :dayAgo',
        values: { done: 'done', dayAgo: clock() - followAlertEveryMs },
      }
      return put(table, { ...event, recipientId }, { when: anyOf(isNew, isOver), repeatable: true, refusal })
    },

    /** Lets an event of an audience wait until then, if it is due. */
    wait: (recipientId: string, id: string, until: number) =>
      change(
        recipientId,
        id,
        { state: 'postponed', ...dueAttributes(id, until, dueAudience(table).shard) },
        { when: { if: '#state = :due', values: { due: 'due' } } },
      ),

    findAct: async (recipientId: string, id: string): Promise<StoredAct | undefined> =>
      (await getItem(client, { TableName: table, Key: { recipientId, id } })) as unknown as StoredAct | undefined,

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
