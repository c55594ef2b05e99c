import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { unknownId } from '../../contract/problem.ts'
import type { Item, Write } from '../../contract/write.ts'
import { remainingMilliseconds } from '../../invocation.ts'
import { applyWrites } from '../../store/commit.ts'
import { getItem } from '../../store/getItem.ts'
import { queryAll } from '../../store/query.ts'
import { setExpression } from '../../store/setExpression.ts'
import { leaseLength, type PrintJob, type Progress } from './job.ts'

/** A job that its owner alone may change until the lease ends. */
export type ClaimedJob = PrintJob & { readonly leaseOwner: string }

/** Another invocation has taken the job over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Milliseconds between two checks of a job that another invocation has leased. */
const waitStep = 1_000
/** Milliseconds that have to be left after the end of a lease for waiting to make sense. */
const waitReserve = 5_000

const isOver = ({ status }: PrintJob): boolean => status === 'ready' || status === 'failed'

interface JobUpdate {
  readonly condition: string
  /** Values of the condition, by their placeholders. */
  readonly conditionValues: Readonly<Record<string, unknown>>
  readonly set: Readonly<Record<string, unknown>>
  readonly remove?: readonly string[]
}

const updateOf = (
  table: string,
  recipientId: string,
  printId: string,
  { condition, conditionValues, set, remove = [] }: JobUpdate,
): Write => {
  const expression = setExpression({ updatedAt: Date.now(), ...set })
  if (expression === undefined) throw new Error('an update without attributes')
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : ''
  return {
    operation: {
      Update: {
        TableName: table,
        Key: { recipientId, printId },
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
const claimOf = ({ leaseOwner }: PrintJob, set: Pick<ClaimedJob, 'leaseOwner'>): JobUpdate => {
  const isFree = leaseOwner === undefined ? 'attribute_not_exists(leaseOwner)' : 'leaseOwner = :seen'
  return {
    condition: `attribute_exists(printId) AND NOT #status IN (:ready, :failed) AND (${isFree} OR leaseOwner = :me)`,
    conditionValues: {
      ':ready': 'ready',
      ':failed': 'failed',
      ':me': set.leaseOwner,
      ...(leaseOwner !== undefined && { ':seen': leaseOwner }),
    },
    set,
  }
}

/** Print jobs by recipient and print id. */
export const jobRepository = (client: DynamoDBDocumentClient, table: string) => {
  const read = async (recipientId: string, printId: string): Promise<PrintJob | undefined> =>
    (await getItem(client, { TableName: table, Key: { recipientId, printId } })) as PrintJob | undefined

  const isApplied = async (recipientId: string, printId: string, update: JobUpdate): Promise<boolean> =>
    (await applyWrites(client, [updateOf(table, recipientId, printId, update)])).length === 0

  /** A change by the job's owner. */
  const change = async (
    recipientId: string,
    { printId, leaseOwner }: ClaimedJob,
    set: Readonly<Record<string, unknown>>,
    remove: readonly string[] = [],
  ): Promise<void> => {
    const owned = { condition: 'leaseOwner = :me', conditionValues: { ':me': leaseOwner } }
    if (!(await isApplied(recipientId, printId, { ...owned, set, remove })))
      throw new LeaseLost('the print has another owner')
  }

  const lease = () => ({ leaseUntil: Date.now() + leaseLength })

  return {
    /** A new job. A put that is sent twice could reach a print that is under way, so it goes as a transaction. */
    addition: (recipientId: string, job: PrintJob): Write => ({
      operation: { Put: { TableName: table, Item: { ...job, recipientId } } },
      repeatable: false,
    }),

    find: (recipientId: string, printId: string) => read(recipientId, printId),

    /** All prints of a recipient that are not forgotten yet. */
    list: async (recipientId: string): Promise<readonly PrintJob[]> => {
      const items = await queryAll(client, {
        TableName: table,
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipientId },
        ConsistentRead: true,
      })
      return items as (Item & PrintJob)[]
    },

    /** Forgets a print; whoever writes it loses it. */
    removal: (recipientId: string, printId: string): Write => ({
      operation: {
        Delete: {
          TableName: table,
          Key: { recipientId, printId },
          ConditionExpression: 'attribute_exists(printId)',
        },
      },
      repeatable: false,
      refusal: () => unknownId('print', 'printId'),
    }),

    /**
     * Claims a job, after waiting for the end of another invocation's lease: that invocation has most likely died, or the record would not
     * have been delivered again. Undefined when there is nothing left to do.
     */
    claim: async (recipientId: string, printId: string, owner: string): Promise<ClaimedJob | undefined> => {
      for (;;) {
        const job = await read(recipientId, printId)
        if (job === undefined || isOver(job)) return undefined
        const wait = job.leaseOwner === owner ? 0 : (job.leaseUntil ?? 0) - Date.now()
        if (wait > 0) {
          if (remainingMilliseconds() < wait + waitReserve) throw new Error('the print is leased by another invocation')
          await sleep(Math.min(wait, waitStep))
          continue
        }
        const claim = { ...lease(), status: 'running', leaseOwner: owner, attempts: job.attempts + 1 } as const
        if (await isApplied(recipientId, printId, claimOf(job, claim))) return { ...job, ...claim }
      }
    },

    /** Extends the lease. */
    renew: (recipientId: string, job: ClaimedJob) => change(recipientId, job, lease()),

    /** Saves the progress, and extends the lease. */
    save: (recipientId: string, job: ClaimedJob, progress: Progress) =>
      change(recipientId, job, { ...lease(), progress, rows: progress.rows, attempts: 0 }),

    /** Deletes the progress, so that the print starts again. */
    restart: (recipientId: string, job: ClaimedJob) => change(recipientId, job, { ...lease(), rows: 0 }, ['progress']),

    /** Puts the job back into the queue, where the next invocation finds it. */
    handOver: (recipientId: string, job: ClaimedJob, progress: Progress) =>
      change(recipientId, job, { status: 'queued', progress, rows: progress.rows, attempts: 0 }, [
        'leaseOwner',
        'leaseUntil',
      ]),

    // An ended job keeps its owner, so that the last change can be repeated after a lost answer.
    finish: (recipientId: string, job: ClaimedJob, { rows, bytes, sealed }: Progress) =>
      change(recipientId, job, { status: 'ready', rows, bytes, sha256: sealed }, ['progress', 'leaseUntil']),

    fail: (recipientId: string, job: ClaimedJob) =>
      change(recipientId, job, { status: 'failed' }, ['progress', 'leaseUntil']),
  }
}

export type JobRepository = ReturnType<typeof jobRepository>
