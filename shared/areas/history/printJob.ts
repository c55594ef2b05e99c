import { segmentFromId } from '../../contract/pathSegment.ts'
import { buckets } from '../../contract/resources.ts'
import { fileStateOf, type Job } from '../../mechanisms/jobs/job.ts'
import type { JobRepository } from '../../mechanisms/jobs/jobRepository.ts'
import { tableName } from '../../runtime/env.ts'
import { type HistoryFilter, isUnfiltered } from '../events/historyFilter.ts'

export interface PrintJob extends Job, HistoryFilter {
  readonly printId: string
}

export type PrintJobs = JobRepository<PrintJob>

export const printTable = (table = tableName('prints')) => ({ table, sortKey: 'printId' })

/** The rows that a print will have; the number of rows that pass a filter is unknown until the print is ready. */
const rowsExpected = (job: PrintJob, historyTotal: number): number | null => {
  if (job.status === 'ready') return job.rows ?? null
  return isUnfiltered(job) ? Math.max(historyTotal, job.rows ?? 0) : null
}

/** A print in an answer, without the link to its file. */
export const printFromJob = (job: PrintJob, historyTotal: number, now: Date) => ({
  printId: job.printId,
  ...fileStateOf(job, now),
  rowsExpected: rowsExpected(job, historyTotal),
})

export const printKey = ({ recipientId, printId }: Pick<PrintJob, 'recipientId' | 'printId'>): string =>
  `${buckets.prints.prefix}${segmentFromId(recipientId)}/${printId}.csv`

/** The name under which a browser saves the file. */
export const printFileName = ({ createdAt, printId }: PrintJob): string =>
  `history-${createdAt.slice(0, 10)}-${printId.slice(-12)}.csv`
