import { buckets } from '../contract/resources.ts'
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
  /** Bytes behind the last part, too few for a part of their own, which an ended invocation left in an object beside the file. */
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
  /** The invocation that works at it, and the end of its lease in epoch milliseconds. */
  readonly leaseOwner?: string
  readonly leaseUntil?: number
  readonly progress?: Reached
  readonly rows?: number
  readonly bytes?: number
  readonly sha256?: string
  /** Epoch second at which it is forgotten. */
  readonly deletedAt: number
}

/** A job that its owner alone may change until the lease ends. */
export type Claimed<Work> = Work & { readonly leaseOwner: string }

/** Days for which a job, and so its state, is kept. */
const memoryDays = 30
const day = 24 * 60 * 60 * 1000

/** Milliseconds after which a lease that is not renewed may be taken over. */
export const leaseLength = 15_000
/** Milliseconds after which the lease is renewed, at the end of a page. */
export const renewalAge = leaseLength / 3
/** Milliseconds after which an invocation leaves the rest of a job to a later one, so that no job waits longer for another recipient's. */
export const sliceLength = 5000
/** Milliseconds that are enough to save the progress for the next invocation. */
export const handOverReserve = 15_000
/** The number of attempts without progress after which a job has failed. */
export const attemptLimit = 5

/** A new job for what is asked, with the attribute that makes DynamoDB forget it. */
export const newJob = <Asked extends object>(
  recipientId: string,
  asked: Asked,
  now: Date,
): Asked & Job<never> & { readonly deletedAt: number } => ({
  ...asked,
  recipientId,
  status: 'queued',
  createdAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + buckets.prints.expirationDays * day).toISOString(),
  updatedAt: now.getTime(),
  attempts: 0,
  deletedAt: Math.floor((now.getTime() + memoryDays * day) / 1000),
})

/** Milliseconds without a change after which no worker takes a job up again, because its stream record has expired. */
const abandonedAfter = (recordAgeLimitSeconds + jobTimeoutSeconds) * 1000

/** The state of a job as it is answered. */
export type JobStatus = 'queued' | 'running' | 'ready' | 'failed' | 'expired'

/** The state in an answer. A job that waits for its next invocation is running; an abandoned one has failed. */
export const statusOf = ({ status, progress, expiresAt, updatedAt }: Job<unknown>, now: Date): JobStatus => {
  if (status === 'failed') return 'failed'
  if (status !== 'ready' && now.getTime() - updatedAt > abandonedAfter) return 'failed'
  if (now.toISOString() >= expiresAt) return 'expired'
  return status === 'queued' && progress !== undefined ? 'running' : status
}

/** The state of a job with a file, as it is answered; what is not known yet is null. */
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
