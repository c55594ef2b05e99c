import { worker } from '../workers/contract.ts'

/** Seconds that a stream keeps a record: a queued print is tried for that long, and nobody comes back to an older one. */
export const recordAgeLimit = 24 * 60 * 60

/** Writes the CSV files that `printCsv` asks for. A print that outlives its slice puts itself back, behind all others. */
export const writePrint = worker({
  id: 'writePrint',
  summary: 'Writes queued CSV prints of the history to the print bucket',
  source: {
    stream: 'prints',
    events: ['INSERT', 'MODIFY'],
    filter: { status: { S: ['queued'] } },
    batchSize: 1,
    // The print itself says when it has failed; only what keeps the store away lasts longer.
    maximumRetryAttempts: 1000,
    maximumRecordAgeSeconds: recordAgeLimit,
    parallelizationFactor: 10,
  },
  access: {
    prints: ['GetItem', 'UpdateItem'],
    'history.byTime': ['Query'],
    'bucket:prints': ['PutObject', 'GetObject', 'AbortMultipartUpload', 'DeleteObject'],
  },
  timeout: 60,
  memory: 1024,
})
