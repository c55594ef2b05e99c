import type { Item } from '../../contract/write.ts'
import type { FileForm } from '../../mechanisms/jobs/writeFile.ts'
import { decisionNamer } from '../alerts/decisionNamer.ts'
import type { ActorReader } from '../members/actorReader.ts'
import { type ExportJob, exportKey } from './dataJob.ts'
import { exportedItems } from './exportedItems.ts'
import type { PersonalDataRepository } from './personalDataRepository.ts'
import { type ExportedTable, exportedTables } from './personalTables.ts'

/** A line of an export. */
export interface ExportedRow {
  readonly resource: string
  readonly data: object
}

function* jsonLines(rows: readonly ExportedRow[]): Generator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** The file of an export: JSON Lines, the first of which names the format. */
export const exportFile: FileForm<ExportJob, ExportedRow> = {
  contentType: 'application/x-ndjson',
  head: `${JSON.stringify({ resource: 'format', data: { name: 'streaming-support-export', version: 1 } })}\n`,
  key: exportKey,
  chunks: jsonLines,
}

/** The progress of an export, as its job keeps it. */
interface Position {
  readonly table: ExportedTable
  readonly key?: Item | undefined
}

const positionAfter = (table: ExportedTable, key: Item | undefined): Position | undefined => {
  if (key !== undefined) return { table, key }
  const next = exportedTables[exportedTables.indexOf(table) + 1]
  return next && { table: next }
}

const [firstTable] = exportedTables

/** The rows of an export: the recipient's items, table after table. */
export const exportRows = (
  data: Pick<PersonalDataRepository, 'list'>,
  listenedEpoch: (recipientId: string) => Promise<string>,
  readActors: ActorReader,
) => ({
  page: async (recipientId: string, _job: ExportJob, after: string | undefined) => {
    const { table, key }: Position = after === undefined ? { table: firstTable as ExportedTable } : JSON.parse(after)
    const [{ items, lastKey }, epoch] = await Promise.all([
      data.list(recipientId, table, key),
      table === 'videos' ? listenedEpoch(recipientId) : '',
    ])
    const context = { listenedEpoch: epoch, namedAlert: await decisionNamer(readActors, recipientId, items) }
    const rows = items.flatMap((item): ExportedRow[] => {
      const given = exportedItems[table](item, context)
      return given === undefined ? [] : [{ resource: table, data: given }]
    })
    const position = positionAfter(table, lastKey)
    return { rows, lastKey: position && JSON.stringify(position) }
  },
})
