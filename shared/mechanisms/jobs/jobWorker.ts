import type { Access, TableName } from '../../contract/resources.ts'
import { worker } from '../../contract/worker.ts'

/** A stream keeps a record for this time: a queued job is tried for that long, and not later. */
export const recordAgeLimitSeconds = 24 * 60 * 60

export const jobTimeoutSeconds = 60

interface JobWorker<Id extends string> {
  readonly id: Id
  readonly summary: string
  readonly jobs: TableName
  /** The access of the jobs, besides the bucket of their files. */
  readonly access: Access
}

/** Takes queued jobs a slice further. One that outlives its slice goes back into the queue, behind all others. */
export const jobWorker = <const Id extends string>({ id, summary, jobs, access }: JobWorker<Id>) =>
  worker({
    id,
    summary,
    source: {
      stream: jobs,
      events: ['INSERT', 'MODIFY'],
      filter: { status: { S: ['queued'] } },
      batchSize: 1,
      // A job counts its own attempts; only an outage of the store needs more.
      maximumRetryAttempts: 1000,
      maximumRecordAgeSeconds: recordAgeLimitSeconds,
      parallelizationFactor: 10,
    },
    access: { ...access, 'bucket:prints': ['PutObject', 'GetObject', 'DeleteObject', 'AbortMultipartUpload'] },
    timeoutSeconds: jobTimeoutSeconds,
    memoryMb: 1024,
  })
