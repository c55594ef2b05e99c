import { buckets } from '../../contract/resources.ts'
import { jobTimeoutSeconds, recordAgeLimitSeconds } from './jobWorker.ts'

/** The progress of a file, with everything that another invocation needs to continue it. */
export interface Progress {
  readonly uploadId: string
  /** ETags of the parts that are uploaded, in their order. */
  readonly etags: readonly string[]
  /** Bytes in those parts. */
  readonly bytes: number
  /** The SHA-256 of those parts so far, as its library saves it. */
  readonly hash?: Uint8Array
  /** The number of rows that are written, to the parts and to the carried bytes. */
  readonly rows: number
  /** The order key of the last item that was read. */
  readonly lastKey?: string | undefined
  /** Bytes too few for a part, which an ended invocation left in an object beside the file. */
  readonly carried: number
  /** The SHA-256 of the whole file, once all of it is uploaded and only the parts have to be joined. */
  readonly sealed?: string
}

/** A stored job: work for a recipient that several invocations continue. */
export interface Job<Reached = Progress> {
  readonly recipientId: string
  readonly status: 'queued' | 'running' | 'ready' | 'failed'
  readonly createdAt: string
  readonly expiresAt: string
  /** Epoch milliseconds of the last change by its worker. */
  readonly updatedAt: number
  /** Attempts since progress was last saved. */
  readonly attempts: number
  /** The invocation that works at the job, and the end of its lease in epoch milliseconds. */
  readonly leaseOwner?: string
  readonly leaseUntil?: number
  readonly progress?: Reached
  readonly rows?: number
  readonly bytes?: number
  readonly sha256?: string
  /** Epoch second at which DynamoDB deletes the job. */
  readonly deletedAt: number
}

/** A job that its owner alone may change until the lease ends. */
export type Claimed<Work> = Work & { readonly leaseOwner: string }

/** A job is kept for this time, and its state can be read as long. */
export const retentionDays = 30
const dayMs = 24 * 60 * 60 * 1000

export const linkSeconds = 15 * 60

/** A lease that is not renewed within this time may be taken over. */
export const leaseMs = 15_000
/** At the end of a page, a lease of this age is renewed. */
export const renewalMs = leaseMs / 3
/** Time slice of an invocation; the rest is queued again, so that one job delays others by no more than this. */
export const sliceMs = 2000
/** Saving the progress for the next invocation takes less than this. */
export const handOverMs = 15_000
/** After this number of attempts without progress, a job has failed. */
export const attemptLimit = 5

/** A new job with the members of its request, and the attribute by which DynamoDB deletes it. */
export const newJob = <Asked extends object>(
  recipientId: string,
  asked: Asked,
  now: Date,
): Asked & Job<never> & { readonly deletedAt: number } => ({
  ...asked,
  recipientId,
  status: 'queued',
  createdAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + buckets.prints.expirationDays * dayMs).toISOString(),
  updatedAt: now.getTime(),
  attempts: 0,
  deletedAt: Math.floor((now.getTime() + retentionDays * dayMs) / 1000),
})

/** No worker takes up a job again that has not changed for this time, because its stream record has expired. */
const abandonedMs = (recordAgeLimitSeconds + jobTimeoutSeconds) * 1000

/** The state of a job in an answer. */
export type JobStatus = 'queued' | 'running' | 'ready' | 'failed' | 'expired'

/** The state in an answer. A job that waits for its next invocation is running; an abandoned one has failed. */
export const statusOf = ({ status, progress, expiresAt, updatedAt }: Job<unknown>, now: Date): JobStatus => {
  if (status === 'failed') return 'failed'
  if (status !== 'ready' && now.getTime() - updatedAt > abandonedMs) return 'failed'
  if (now.toISOString() >= expiresAt) return 'expired'
  return status === 'queued' && progress !== undefined ? 'running' : status
}

/** The state of a job with a file in an answer; unknown members are null. */
export const fileStateOf = (job: Job, now: Date) => ({
  status: statusOf(job, now),
  rows: job.rows ?? null,
  bytes: job.bytes ?? null,
  sha256: job.sha256 ?? null,
  createdAt: job.createdAt,
  expiresAt: job.expiresAt,
})

/** Whether the job is neither ready nor failed; an abandoned one counts as failed. */
export const isUnfinished = (job: Job<unknown>, now: Date): boolean => {
  const status = statusOf(job, now)
  return status === 'queued' || status === 'running'
}
