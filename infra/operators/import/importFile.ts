import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ServiceClient } from '../../../shared/web/client/serviceClient.ts'
import { type Choice, chosenReader } from './chosenReader.ts'
import { type FileKind, type FileRecord, fileRecords } from './fileRecords.ts'
import { type ImportPorts, type ImportReport, importItems } from './importItems.ts'
import { importProgress } from './importProgress.ts'
import { itemSender } from './itemSender.ts'

/** Where donations go. */
export interface ImportTarget {
  readonly api: string
  readonly recipientId: string
  readonly service: Pick<ServiceClient, 'POST'>
}

export interface ImportTask extends Pick<ImportPorts, 'refused' | 'understood'> {
  readonly file: string
  readonly kind: FileKind
  readonly encoding: string
  readonly choice: Choice
  /** Absent in a dry run. */
  readonly target?: ImportTarget | undefined
  /** The folder that remembers how far imports have come. */
  readonly progressFolder: string
  readonly progress: (line: string) => void
  readonly wait: (milliseconds: number) => Promise<void>
}

export interface ImportOutcome {
  /** The service's name in the history. */
  readonly system: string
  /** The zone of times that named none. */
  readonly timeZone: string
  readonly report: ImportReport
}

/** Requests between two lines about the progress. */
const requestsPerLine = 25

/** The rows up to the first that can be read, by which the file is understood. */
const headOf = async (file: string, kind: FileKind, records: AsyncGenerator<FileRecord>) => {
  const head: FileRecord[] = []
  for (;;) {
    const { value, done } = await records.next()
    if (done) throw new Error(head[0] ? `Line ${head[0].line}: ${head[0].broken}` : `${file} has no rows of ${kind}`)
    head.push(value)
    if (value.broken === undefined) return { head, first: value }
  }
}

async function* joined(head: readonly FileRecord[], rest: AsyncGenerator<FileRecord>): AsyncGenerator<FileRecord> {
  yield* head
  yield* rest
}

/**
 * Imports a file of donations, or with no target shows its items. The same call goes on where one that was
 * interrupted has stopped.
 *
 * @throws Error where the file cannot be understood as a whole, or the service takes no more
 */
export const importFile = async (task: ImportTask): Promise<ImportOutcome> => {
  const { file, kind, encoding, choice, target, progressFolder, progress, wait, ...ports } = task
  const { size, mtimeMs } = statSync(file)
  const bytes = createReadStream(file)
  const records = fileRecords(bytes, kind, encoding)
  const { head, first } = await headOf(file, kind, records)
  const { system, timeZone, read } = chosenReader(first, choice)

  const place = [target?.api, target?.recipientId, resolve(file), size, mtimeMs, kind, encoding, choice]
  const remembered = importProgress(progressFolder, place)
  const sentBefore = target === undefined ? 0 : remembered.read()
  if (sentBefore > 0) progress(`goes on behind the ${sentBefore} items that were sent before`)
  const sent: ImportPorts['sent'] = (items, { requests, rows: { added, present } }) => {
    remembered.save(items)
    if (requests % requestsPerLine !== 0) return
    progress(`${Math.floor((bytes.bytesRead / size) * 100)} % of the file: ${added} added, ${present} there already`)
  }
  const send = target && itemSender(target.service, wait, progress)
  const report = await importItems(joined(head, records), read, { ...ports, send, sentBefore, sent })
  if (target !== undefined) remembered.end()
  return { system, timeZone, report }
}
