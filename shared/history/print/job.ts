import type { AnswerOf } from '../../contract/handle.ts'
import { buckets } from '../../contract/resources.ts'
import { segmentFromId } from '../../pathSegment.ts'
import type { HistoryFilter } from '../historyFilter.ts'
import { recordAgeLimit, writePrint } from '../workers.ts'
import type { getPrint } from './contract.ts'

/** The progress of a print, with everything that another invocation needs to continue it. */
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

/** A stored print job. */
export interface PrintJob extends HistoryFilter {
  readonly recipientId: string
  readonly printId: string
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
  readonly progress?: Progress
  readonly rows?: number
  readonly bytes?: number
  readonly sha256?: string
  /** Epoch second at which it is forgotten. */
  readonly deletedAt: number
}

/** Days for which a job, and so its state, is kept. */
const memoryDays = 30
const day = 24 * 60 * 60 * 1000

/** Milliseconds after which a lease that is not renewed may be taken over. */
export const leaseLength = 15_000
/** Milliseconds after which an invocation leaves the rest of a print to a later one, so that no print waits longer for another recipient's. */
export const sliceLength = 5000
/** The number of attempts without progress after which a print has failed. */
export const attemptLimit = 5

export const newJob = (recipientId: string, printId: string, filter: HistoryFilter, now: Date): PrintJob => ({
  ...filter,
  recipientId,
  printId,
  status: 'queued',
  createdAt: now.toISOString(),
  expiresAt: new Date(now.getTime() + buckets.prints.expirationDays * day).toISOString(),
  updatedAt: now.getTime(),
  attempts: 0,
  deletedAt: Math.floor((now.getTime() + memoryDays * day) / 1000),
})

/** Milliseconds without a change after which no worker takes a job up again, because its stream record has expired. */
const abandonedAfter = (recordAgeLimit + writePrint.timeout) * 1000

type Status = AnswerOf<typeof getPrint>['status']

/** The state in an answer. A job that waits for its next invocation is running; an abandoned one has failed. */
export const statusOf = ({ status, progress, expiresAt, updatedAt }: PrintJob, now: Date): Status => {
  if (status === 'failed') return 'failed'
  if (status !== 'ready' && now.getTime() - updatedAt > abandonedAfter) return 'failed'
  if (now.toISOString() >= expiresAt) return 'expired'
  return status === 'queued' && progress !== undefined ? 'running' : status
}

/** A print as it is answered, without the link to its file. */
export const printFromJob = (job: PrintJob, now: Date) => ({
  printId: job.printId,
  status: statusOf(job, now),
  rows: job.rows ?? null,
  bytes: job.bytes ?? null,
  sha256: job.sha256 ?? null,
  createdAt: job.createdAt,
  expiresAt: job.expiresAt,
})

/** Whether the print is neither ready nor failed; an abandoned one counts as failed. */
export const isUnfinished = (job: PrintJob, now: Date): boolean => {
  const status = statusOf(job, now)
  return status === 'queued' || status === 'running'
}

/** The S3 key of a print's file. */
export const fileKey = ({ recipientId, printId }: Pick<PrintJob, 'recipientId' | 'printId'>): string =>
  `${buckets.prints.prefix}${segmentFromId(recipientId)}/${printId}.csv`

/** The name under which a browser saves the file. */
export const fileName = ({ createdAt, printId }: PrintJob): string =>
  `history-${createdAt.slice(0, 10)}-${printId.slice(-12)}.csv`
