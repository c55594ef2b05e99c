import type { Access, TableAction, TableName } from '../../contract/resources.ts'
import { jobWorker } from '../../mechanisms/jobs/jobWorker.ts'
import { namings } from './namedItems.ts'
import { exportedTables, namedIn, ownerIndexOf, personalTables } from './personalTables.ts'

/**
 * Items that others may have got meanwhile, or that name other items, are deleted one by one under a condition; all
 * others in batches.
 */
const actionsOn = (table: TableName): readonly TableAction[] => {
  if (namedIn(table) !== undefined) return ['DeleteItem']
  if (table === 'quotas') return ['UpdateItem', 'DeleteItem']
  if (ownerIndexOf(table) !== undefined)
    return [
      ...((exportedTables as readonly TableName[]).includes(table) ? (['BatchGetItem'] as const) : []),
      'DeleteItem',
    ]
  return ['Query', namings[table] === undefined ? 'BatchWriteItem' : 'DeleteItem']
}

/** Reading and deleting a recipient's items, of every table that holds any. */
const personalAccess: Access = Object.fromEntries(
  personalTables.flatMap((table): [string, readonly string[]][] => {
    const index = ownerIndexOf(table)
    return [
      [
        table,
        [
          ...actionsOn(table),
          // Global news that the recipient has published.
          ...(table === 'news' ? (['DeleteItem'] as const) : []),
          ...(table === 'dataJobs' ? (['GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const) : []),
          ...(table === 'recipients' ? (['GetItem'] as const) : []),
        ],
      ],
      ...(index === undefined ? [] : [[`${table}.${index}`, ['Query']] as [string, readonly string[]]]),
    ]
  }),
)

/** Writes the exports and does the erasures that recipients ask for. */
export const handleDataJobs = jobWorker({
  id: 'handleDataJobs',
  summary: "Exports a recipient's data, and erases it",
  jobs: 'dataJobs',
  access: {
    ...personalAccess,
    erasureReceipts: ['PutItem'],
    rates: ['Query', 'DeleteItem'],
    'bucket:uploads': ['DeleteObject'],
  },
})
