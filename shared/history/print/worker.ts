import { worker } from '../../workers/contract.ts'

/** Seconds within which a queued print is taken up; nobody comes back to an older one. */
export const recordAgeLimit = 3600

/** Writes the CSV files that `printCsv` asks for. A print that outlives an invocation puts itself back into the queue. */
export const writePrint = worker({
  id: 'writePrint',
  summary: 'Writes queued CSV prints of the history to the print bucket',
  source: {
    stream: 'prints',
    events: ['INSERT', 'MODIFY'],
    filter: { status: { S: ['queued'] } },
    batchSize: 1,
    maximumRetryAttempts: 10,
    maximumRecordAgeSeconds: recordAgeLimit,
    parallelizationFactor: 4,
  },
  access: {
    prints: ['GetItem', 'UpdateItem'],
    'history.byTime': ['Query'],
    'bucket:prints': ['PutObject', 'GetObject', 'AbortMultipartUpload'],
  },
  timeout: 300,
  memory: 1024,
})
