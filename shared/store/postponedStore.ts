import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { dueAttributes } from '../time/due.ts'
import { applyWrites } from './commit.ts'
import type { DueKey } from './dueStore.ts'

/** Items whose attribute says that a worker has to take them up: `due` brings them to it by the stream, `postponed` does not. */
interface Postponable {
  readonly table: string
  readonly attribute: 'projection' | 'status'
  readonly due: string
}

/** Milliseconds: from a minute, doubled with every attempt. */
const firstDelay = 60_000
const longestDelay = 32 * 60_000

/** Milliseconds after which an item that was taken up is looked at again, if its worker left it as it was. */
const safetyDelay = 10 * 60_000

/** Removes what a postponement left. */
export const withoutPostponement = 'REMOVE dueAt, dueShard, attempts'

/** Leaves work that failed to the schedule, so that it holds up nothing behind it in its stream. Every change may be repeated. */
export const postponedStore = (client: DynamoDBDocumentClient, { table, attribute, due }: Postponable) => {
  /** Changes an item that is still to be done; any other stays as it is. */
  const change = async (
    Key: DueKey,
    state: string,
    at: number,
    more: { readonly set?: string; readonly condition?: string; readonly values: Readonly<Record<string, unknown>> },
  ): Promise<void> => {
    const { dueAt, dueShard } = dueAttributes(Key.id, at)
    const Update = {
      TableName: table,
      Key: { ...Key },
      UpdateExpression: `SET #attribute = :state, dueAt = :dueAt, dueShard = :dueShard${more.set ?? ''}`,
      ConditionExpression: `#attribute IN (:due, :postponed)${more.condition ?? ''}`,
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: {
        ...{ ':state': state, ':due': due, ':postponed': 'postponed', ':dueAt': dueAt, ':dueShard': dueShard },
        ...more.values,
      },
    }
    await applyWrites(client, [{ operation: { Update }, repeatable: true }])
  }

  return {
    /** Leaves an item to the schedule, after so many attempts at it. */
    postpone: (key: DueKey, attempts: number): Promise<void> => {
      const at = Date.now() + Math.min(longestDelay, firstDelay * 2 ** (attempts - 1))
      return change(key, 'postponed', at, { set: ', attempts = :attempts', values: { ':attempts': attempts } })
    },

    /** Brings an item that is due to its worker again. */
    takeUp: (key: DueKey, now: Date): Promise<void> =>
      change(key, due, now.getTime() + safetyDelay, {
        condition: ' AND dueAt <= :now',
        values: { ':now': now.toISOString() },
      }),
  }
}

export type PostponedStore = ReturnType<typeof postponedStore>
