import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { unknownId } from '../contract/problem.ts'
import type { Item, Write } from '../contract/write.ts'
import { remainingMs } from '../invocation.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { queryAll } from '../store/query.ts'
import { setExpression } from '../store/setExpression.ts'
import { systemClock } from '../time/clock.ts'
import { type Claimed, type Job, leaseMs, type Progress } from './job.ts'

/** Another invocation has taken the job over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A job that another invocation has leased is looked at again after this time. */
const waitStepMs = 1_000
/** Waiting for the end of a lease makes sense only if this time is left after it. */
const waitReserveMs = 5_000

const isOver = ({ status }: Job<unknown>): boolean => status === 'ready' || status === 'failed'

interface JobUpdate {
  readonly condition: string
  /** Values of the condition, by their placeholders. */
  readonly conditionValues: Readonly<Record<string, unknown>>
  readonly set: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
}

const updateOf = (
  table: string,
  Key: Item,
  now: number,
  { condition, conditionValues, set, remove = [] }: JobUpdate,
): Write => {
  const expression = setExpression({ updatedAt: now, ...set })
  if (expression === undefined) throw new Error('an update without attributes')
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : ''
  return {
    operation: {
      Update: {
        TableName: table,
        Key,
        ConditionExpression: condition,
        UpdateExpression: `${expression.UpdateExpression}${removal}`,
        ExpressionAttributeNames: {
          ...expression.ExpressionAttributeNames,
          ...Object.fromEntries(remove.map((name) => [`#${name}`, name])),
        },
        ExpressionAttributeValues: { ...expression.ExpressionAttributeValues, ...conditionValues },
      },
    },
    repeatable: true,
  }
}

/** The claim of a job; it is refused when another invocation has claimed the job since it was read, or the job has ended. */
const claimOf = ({ leaseOwner }: Job<unknown>, set: { readonly leaseOwner: string }): JobUpdate => {
  const isFree = leaseOwner === undefined ? 'attribute_not_exists(leaseOwner)' : 'leaseOwner = :seen'
  return {
    condition: `attribute_exists(createdAt) AND NOT #status IN (:ready, :failed) AND (${isFree} OR leaseOwner = :me)`,
    conditionValues: {
      ':ready': 'ready',
      ':failed': 'failed',
      ':me': set.leaseOwner,
      ...(leaseOwner !== undefined && { ':seen': leaseOwner }),
    },
    set,
  }
}

/** Where jobs of one kind are stored: by recipient, and an id under the name of the sort key. */
interface JobTable {
  readonly table: string
  readonly sortKey: string
}

type Reached<Work extends Job<unknown>> = NonNullable<Work['progress']>

/** Jobs by recipient and id. */
export const jobRepository = <Work extends Job<{ readonly rows: number }>>(
  client: DynamoDBDocumentClient,
  { table, sortKey }: JobTable,
  clock = systemClock,
) => {
  const keyOf = (recipientId: string, id: unknown): Item => ({ recipientId, [sortKey]: id })

  const idOf = (job: Work): unknown => (({ ...job }) as Item)[sortKey]

  const read = async (recipientId: string, id: string): Promise<Work | undefined> =>
    (await getItem(client, { TableName: table, Key: keyOf(recipientId, id) })) as Work | undefined

  const isApplied = async (key: Item, update: JobUpdate): Promise<boolean> =>
    (await applyWrites(client, [updateOf(table, key, clock(), update)])).length === 0

  const ownerLost = () => new LeaseLost('the job has another owner')

  /** The job under the condition that it has its owner still. */
  const ofOwner = (recipientId: string, job: Claimed<Work>) => ({
    TableName: table,
    Key: keyOf(recipientId, idOf(job)),
    ConditionExpression: 'leaseOwner = :me',
    ExpressionAttributeValues: { ':me': job.leaseOwner },
  })

  /** A change by the job's owner. */
  const change = async (
    recipientId: string,
    job: Claimed<Work>,
    set: Readonly<Record<string, unknown>>,
    remove: readonly string[] = [],
  ): Promise<void> => {
    const key = keyOf(recipientId, idOf(job))
    const owned = { condition: 'leaseOwner = :me', conditionValues: { ':me': job.leaseOwner } }
    if (!(await isApplied(key, { ...owned, set, remove }))) throw ownerLost()
  }

  const lease = () => ({ leaseUntil: clock() + leaseMs })

  return {
    /** A new job. A put that is sent twice could reach a job that is under way, so it goes as a transaction. */
    addition: (recipientId: string, job: Work): Write => ({
      operation: { Put: { TableName: table, Item: { ...(job as object), recipientId } } },
      repeatable: false,
    }),

    find: (recipientId: string, id: string) => read(recipientId, id),

    /** All jobs of a recipient that are not forgotten yet. */
    list: async (recipientId: string): Promise<readonly Work[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items as (Item & Work)[]
    },

    /** Forgets a print; the invocation that writes it loses its lease. */
    removal: (recipientId: string, id: string): Write => ({
      operation: {
        Delete: {
          TableName: table,
          Key: keyOf(recipientId, id),
          ConditionExpression: 'attribute_exists(createdAt)',
        },
      },
      repeatable: false,
      refusal: () => unknownId('print', 'printId'),
    }),

    /**
     * Claims a job, after waiting for the end of another invocation's lease: that invocation has most likely died, or the record would not
     * have been delivered again. Undefined when there is nothing left to do.
     */
    claim: async (recipientId: string, id: string, owner: string): Promise<Claimed<Work> | undefined> => {
      for (;;) {
        const job = await read(recipientId, id)
        if (job === undefined || isOver(job)) return undefined
        const wait = job.leaseOwner === owner ? 0 : (job.leaseUntil ?? 0) - clock()
        if (wait > 0) {
          if (remainingMs() < wait + waitReserveMs) throw new Error('the job is leased by another invocation')
          await sleep(Math.min(wait, waitStepMs))
          continue
        }
        const claim = { ...lease(), status: 'running', leaseOwner: owner, attempts: job.attempts + 1 } as const
        if (await isApplied(keyOf(recipientId, id), claimOf(job, claim))) return { ...job, ...claim }
      }
    },

    /** Extends the lease. */
    renew: (recipientId: string, job: Claimed<Work>) => change(recipientId, job, lease()),

    /** Saves the progress, and extends the lease. */
    save: (recipientId: string, job: Claimed<Work>, progress: Reached<Work>) =>
      change(recipientId, job, { ...lease(), progress, rows: progress.rows, attempts: 0 }),

    /** Deletes the progress, so that the job starts again. */
    restart: (recipientId: string, job: Claimed<Work>) =>
      change(recipientId, job, { ...lease(), rows: 0 }, ['progress']),

    /** Puts the job back into the queue, where the next invocation finds it. */
    handOver: (recipientId: string, job: Claimed<Work>, progress: Reached<Work>) =>
      change(recipientId, job, { status: 'queued', progress, rows: progress.rows, attempts: 0 }, [
        'leaseOwner',
        'leaseUntil',
      ]),

    // An ended job keeps its owner, so that the last change can be repeated after a lost answer.
    finish: (recipientId: string, job: Claimed<Work>, { rows, bytes, sealed }: Progress) =>
      change(recipientId, job, { status: 'ready', rows, bytes, sha256: sealed }, ['progress', 'leaseUntil']),

    fail: (recipientId: string, job: Claimed<Work>) =>
      change(recipientId, job, { status: 'failed' }, ['progress', 'leaseUntil']),

    /** The condition that the job has its owner still. Raises `LeaseLost` when it has another one. */
    ownership: (recipientId: string, job: Claimed<Work>): Write => ({
      operation: { ConditionCheck: ofOwner(recipientId, job) },
      repeatable: true,
      refusal: ownerLost,
    }),

    /** Deletes a job that its owner has done. Raises `LeaseLost` when it has another owner. */
    completion: (recipientId: string, job: Claimed<Work>): Write => ({
      operation: { Delete: ofOwner(recipientId, job) },
      repeatable: false,
      refusal: ownerLost,
    }),
  }
}

export type JobRepository<Work extends Job<{ readonly rows: number }>> = ReturnType<typeof jobRepository<Work>>
