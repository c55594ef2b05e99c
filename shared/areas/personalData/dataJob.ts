import { segmentFromId } from '../../contract/pathSegment.ts'
import { buckets } from '../../contract/resources.ts'
import type { Item } from '../../contract/write.ts'
import type { Job } from '../../mechanisms/jobs/job.ts'
import { tableName } from '../../runtime/env.ts'

export interface ExportJob extends Job {
  readonly jobId: string
  readonly kind: 'export'
}

/** The progress of an erasure. */
export interface ErasureProgress {
  /** Items that are deleted. */
  readonly rows: number
  /** Of those, the ones of this round: a round that finds nothing is the last. */
  readonly found: number
  readonly rounds: number
  /** Position of the table that is being read, and the last key that was looked at there. */
  readonly table: number
  readonly lastKey?: Item | undefined
}

export interface ErasureJob extends Job<ErasureProgress> {
  readonly jobId: string
  readonly kind: 'erasure'
}

export type DataJob = ExportJob | ErasureJob

/** Where data jobs are stored. */
export const jobTable = (table = tableName('dataJobs')) => ({ table, sortKey: 'jobId' })

/** The key of the file of an export. */
export const exportKey = ({ recipientId, jobId }: Pick<ExportJob, 'recipientId' | 'jobId'>): string =>
  `${buckets.prints.prefix}${segmentFromId(recipientId)}/${jobId}.jsonl`

/** The name that a browser saves the file by. */
export const exportName = ({ createdAt, jobId }: ExportJob): string =>
  `data-${createdAt.slice(0, 10)}-${jobId.slice(-12)}.jsonl`
