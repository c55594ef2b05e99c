import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item, Write } from '../../contract/write.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { queryAll } from '../store/query.ts'
import { allOf, anyOf, type Condition, check, put, remove, update } from '../store/writes.ts'
import { type Claimed, isUnfinished, type Job, leaseMs, type Progress } from './job.ts'

/** Another invocation has taken the job over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A job with another invocation's lease is read again after this time. */
const waitStepMs = 1_000
/** Waiting for the end of a lease makes sense only if this time is left after it. */
const waitReserveMs = 5_000

const isOver = ({ status }: Job<unknown>): boolean => status === 'ready' || status === 'failed'

const isOwnedBy = (leaseOwner: string): Condition => ({ if: 'leaseOwner = :me', values: { me: leaseOwner } })

/** The job has not ended, and no other invocation has claimed it since it was read. */
const isClaimable = ({ leaseOwner }: Job<unknown>, owner: string): Condition =>
  allOf(
    { if: 'attribute_exists(createdAt)' },
    { if: 'NOT #status IN (:ready, :failed)', values: { ready: 'ready', failed: 'failed' } },
    anyOf(
      leaseOwner === undefined
        ? { if: 'attribute_not_exists(leaseOwner)' }
        : { if: 'leaseOwner = :seen', values: { seen: leaseOwner } },
      isOwnedBy(owner),
    ),
  )

/** Where jobs of one kind are stored: by recipient, and an id under the name of the sort key. */
interface JobTable {
  readonly table: string
  readonly sortKey: string
}

type Reached<Work extends Job<unknown>> = NonNullable<Work['progress']>

export const jobRepository = <Work extends Job<{ readonly rows: number }>>(
  client: DynamoDBDocumentClient,
  { table, sortKey }: JobTable,
  clock = systemClock,
) => {
  const keyOf = (recipientId: string, id: unknown): Item => ({ recipientId, [sortKey]: id })

  const idOf = (job: Work): unknown => (({ ...job }) as Item)[sortKey]

  const read = async (recipientId: string, id: string): Promise<Work | undefined> =>
    (await getItem(client, { TableName: table, Key: keyOf(recipientId, id) })) as Work | undefined

  const isApplied = async (
    key: Item,
    set: Readonly<Record<string, unknown>>,
    when: Condition,
    removed: readonly string[] = [],
  ): Promise<boolean> => {
    const write = update(table, key, { set: { updatedAt: clock(), ...set }, remove: removed, when, repeatable: true })
    return (await applyWrites(client, [write])).length === 0
  }

  const ownerLost = () => new LeaseLost('the job has another owner')

  const change = async (
    recipientId: string,
    job: Claimed<Work>,
    set: Readonly<Record<string, unknown>>,
    removed: readonly string[] = [],
  ): Promise<void> => {
    const key = keyOf(recipientId, idOf(job))
    if (!(await isApplied(key, set, isOwnedBy(job.leaseOwner), removed))) throw ownerLost()
  }

  const lease = () => ({ leaseUntil: clock() + leaseMs })

  return {
    /** A new job. A put that is sent twice could reach a job that is under way, so it goes as a transaction. */
    creation: (recipientId: string, job: Work): Write => put(table, { ...(job as object), recipientId }),

    find: (recipientId: string, id: string) => read(recipientId, id),

    /** All jobs of a recipient that have not expired. */
    list: async (recipientId: string): Promise<readonly Work[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items as (Item & Work)[]
    },

    /** Deletes a job; the invocation that works at it loses its lease. The refusal is for a missing job. */
    removal: (recipientId: string, id: string, refusal: () => Error): Write =>
      remove(table, keyOf(recipientId, id), { when: { if: 'attribute_exists(createdAt)' }, refusal }),

    /**
     * Claims a job, after waiting for the end of another invocation's lease: that invocation has most likely died, or
     * the record would not have been delivered again. Undefined when there is nothing left to do.
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
        if (await isApplied(keyOf(recipientId, id), claim, isClaimable(job, owner))) return { ...job, ...claim }
      }
    },

    renew: (recipientId: string, job: Claimed<Work>) => change(recipientId, job, lease()),

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
      ...check(table, keyOf(recipientId, idOf(job)), isOwnedBy(job.leaseOwner), ownerLost),
      repeatable: true,
    }),

    /** Deletes a job that its owner has done. Raises `LeaseLost` when it has another owner. */
    completion: (recipientId: string, job: Claimed<Work>): Write =>
      remove(table, keyOf(recipientId, idOf(job)), { when: isOwnedBy(job.leaseOwner), refusal: ownerLost }),
  }
}

export type JobRepository<Work extends Job<{ readonly rows: number }>> = ReturnType<typeof jobRepository<Work>>

/** The ids of those jobs that are still unfinished, and so keep their slots. */
export const unfinishedIds = async <Work extends Job<{ readonly rows: number }>>(
  jobs: Pick<JobRepository<Work>, 'find'>,
  recipientId: string,
  ids: readonly string[],
  clock: Clock,
): Promise<readonly string[]> => {
  const found = await Promise.all(ids.map((id) => jobs.find(recipientId, id)))
  const now = new Date(clock())
  return ids.filter((_, index) => {
    const job = found[index]
    return job !== undefined && isUnfinished(job, now)
  })
}
