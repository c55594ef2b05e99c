import type { Access, TableAction } from '../contract/resources.ts'
import { recordAgeLimit } from '../history/workers.ts'
import { worker } from '../workers/contract.ts'
import { isPartitioned, personalTables } from './personalTables.ts'

/** Reading and deleting a recipient's items, of every table that holds any. */
const personalAccess: Access = Object.fromEntries(
  personalTables.map((table): [string, readonly TableAction[]] => [
    table,
    [
      ...(isPartitioned(table) ? (['Query', 'BatchWriteItem'] as const) : (['Scan', 'DeleteItem'] as const)),
      ...(table === 'dataJobs' ? (['GetItem', 'UpdateItem', 'DeleteItem'] as const) : []),
      ...(table === 'recipients' ? (['GetItem'] as const) : []),
    ],
  ]),
)

/** Writes the exports and does the erasures that recipients ask for, in slices like prints. */
export const handleDataJobs = worker({
  id: 'handleDataJobs',
  summary: "Writes exports of a recipient's data, and erases it",
  source: {
    stream: 'dataJobs',
    events: ['INSERT', 'MODIFY'],
    filter: { status: { S: ['queued'] } },
    batchSize: 1,
    maximumRetryAttempts: 1000,
    maximumRecordAgeSeconds: recordAgeLimit,
    parallelizationFactor: 10,
  },
  access: {
    ...personalAccess,
    erasureReceipts: ['PutItem'],
    'bucket:prints': ['PutObject', 'GetObject', 'DeleteObject', 'AbortMultipartUpload'],
  },
  timeout: 60,
  memory: 1024,
})
