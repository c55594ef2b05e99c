import type { Access, TableAction } from '../contract/resources.ts'
import { jobWorker } from '../jobs/jobWorker.ts'
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

/** Writes the exports and does the erasures that recipients ask for. */
export const handleDataJobs = jobWorker({
  id: 'handleDataJobs',
  summary: "Writes exports of a recipient's data, and erases it",
  jobs: 'dataJobs',
  access: { ...personalAccess, erasureReceipts: ['PutItem'] },
})
