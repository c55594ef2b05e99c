import type { AnswerOf } from '../../contract/handle.ts'
import { buckets } from '../../contract/resources.ts'
import { segmentFromId } from '../../pathSegment.ts'
import type { HistoryFilter } from '../historyFilter.ts'
import { recordAgeLimit, writePrint } from '../workers.ts'
import type { getPrint } from './contract.ts'

/** How far a print has come: everything that another invocation needs to go on. */
export interface Progress {
  readonly uploadId: string
  /** ETags of the parts that are uploaded, in their order. */
  readonly etags: readonly string[]
  /** Bytes in those parts. */
  readonly bytes: number
  /** The SHA-256 of those parts so far, as its library saves it. */
  readonly hash?: Uint8Array
  /** Rows that are written: to the parts and to what is carried. */
  readonly rows: number
  /** Order key of the last item that was looked at. */
  readonly lastKey?: string | undefined
  /** Bytes behind the last part, too few for a part of their own, which an ended invocation left in an object beside the file. */
  readonly carried: number
  /** The SHA-256 of the whole file, once all of it is uploaded and only the parts have to be joined. */
  readonly sealed?: string
}

/** A print job as it is stored. */
export interface PrintJob extends HistoryFilter {
  readonly recipientId: string
  readonly printId: string
  readonly status: 'queued' | 'running' | 'ready' | 'failed'
  readonly createdAt: string
  readonly expiresAt: string
  /** Epoch milliseconds of the last sign of life. */
  readonly updatedAt: number
  /** Beginnings since it last came further. */
  readonly attempts: number
  /** Who works at it, until when in epoch milliseconds. */
  readonly leaseOwner?: string
  readonly leaseUntil?: number
  readonly progress?: Progress
  readonly rows?: number
  readonly bytes?: number
  readonly sha256?: string
  /** Epoch second at which it is forgotten. */
  readonly deletedAt: number
}

/** Days after which a job is forgotten: until then its end can be asked for. */
const memoryDays = 30
const day = 24 * 60 * 60 * 1000

/** Milliseconds that a job is somebody's without a sign of life from its owner. */
export const leaseLength = 15_000
/** Milliseconds after which an invocation leaves the rest of a print to a later one: nobody's prints wait longer for another's. */
export const sliceLength = 5000
/** Beginnings without any progress after which a print has failed. */
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

/** Milliseconds without a sign of life after which nobody comes back to a job: its stream record is past its age by then. */
const abandonedAfter = (recordAgeLimit + writePrint.timeout) * 1000

type Status = AnswerOf<typeof getPrint>['status']

/** The state that a client is told. A job that waits for its next invocation is running; one that nobody comes back to has failed. */
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

/** Whether the print has still to end, which it does by itself when nobody comes back to it. */
export const isUnfinished = (job: PrintJob, now: Date): boolean => {
  const status = statusOf(job, now)
  return status === 'queued' || status === 'running'
}

/** Where the file of a print is. */
export const fileKey = ({ recipientId, printId }: Pick<PrintJob, 'recipientId' | 'printId'>): string =>
  `${buckets.prints.prefix}${segmentFromId(recipientId)}/${printId}.csv`

/** The name that a browser saves the file by. */
export const fileName = ({ createdAt, printId }: PrintJob): string =>
  `history-${createdAt.slice(0, 10)}-${printId.slice(-12)}.csv`
