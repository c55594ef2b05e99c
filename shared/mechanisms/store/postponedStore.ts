import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { systemClock } from '../../runtime/time/clock.ts'
import { dueAttributes } from '../../runtime/time/due.ts'
import { applyWrites } from './commit.ts'
import type { DueKey } from './dueStore.ts'
import { allOf, type Condition, update } from './writes.ts'

/**
 * Items with an attribute that makes a worker process them: the value `due` brings them to the worker by the stream,
 * `postponed` does not.
 */
export interface Postponable {
  readonly table: string
  readonly attribute: 'projection' | 'state' | 'status'
  readonly due: string
  /** The partition of the index, where the items of its other ones are not this worker's. */
  readonly shard?: string
}

/** The delay in milliseconds begins with a minute and doubles with every attempt. */
export const firstDelayMs = 60_000
export const longestDelayMs = 32 * 60_000

/** Milliseconds after which an item is taken up again if its worker did not change it. */
const safetyDelayMs = 10 * 60_000

export const postponement = ['dueAt', 'dueShard', 'attempts'] as const

/**
 * Leaves failed work to the schedule, so that it does not block later records of its stream. Every change may be
 * repeated.
 */
export const postponedStore = (
  client: DynamoDBDocumentClient,
  { table, attribute, due, shard }: Postponable,
  clock = systemClock,
) => {
  /** Changes an item that is still due or postponed, and no other. */
  const change = async (key: DueKey, state: string, at: number, attempts?: number, when?: Condition): Promise<void> => {
    const isOpen = { if: `#${attribute} IN (:due, :postponed)`, values: { due, postponed: 'postponed' } }
    const set = { [attribute]: state, ...dueAttributes(key.id, at, shard), attempts }
    await applyWrites(client, [update(table, { ...key }, { set, when: allOf(isOpen, when), repeatable: true })])
  }

  return {
    /** Leaves an item to the schedule; the delay grows with `attempts`, the number of attempts so far. */
    postpone: (key: DueKey, attempts: number): Promise<void> => {
      const at = clock() + Math.min(longestDelayMs, firstDelayMs * 2 ** (attempts - 1))
      return change(key, 'postponed', at, attempts)
    },

    /** Brings a due item to its worker again, by a change that is in the stream. */
    takeUp: (key: DueKey, now: Date): Promise<void> =>
      change(key, due, now.getTime() + safetyDelayMs, undefined, {
        if: 'dueAt <= :now',
        values: { now: now.toISOString() },
      }),
  }
}

export type PostponedStore = ReturnType<typeof postponedStore>
