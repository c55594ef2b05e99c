import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ServiceClient } from '../../../shared/web/client/serviceClient.ts'
import type { Choice } from '../../../shared/web/import/chosenReader.ts'
import type { FileKind } from '../../../shared/web/import/fileRecords.ts'
import { type ImportPorts, type ImportReport, importItems } from '../../../shared/web/import/importItems.ts'
import { type GivenFile, openFile } from '../../../shared/web/import/openFile.ts'
import { UnreadableFile } from '../../../shared/web/import/unreadableFile.ts'
import { importProgress } from './importProgress.ts'
import { itemSender } from './itemSender.ts'
import { reasonLine } from './reasonLine.ts'

/** Where donations go. */
export interface ImportTarget {
  readonly api: string
  readonly recipientId: string
  readonly service: Pick<ServiceClient, 'POST'>
}

export interface ImportTask extends Pick<ImportPorts, 'understood'> {
  readonly refused: (line: number, reason: string) => void
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

const opened = (given: GivenFile, chunks: AsyncIterable<Uint8Array>) => openFile(given, chunks).catch(rethrowForPeople)

const rethrowForPeople = (error: unknown): never => {
  throw error instanceof UnreadableFile ? new Error(reasonLine(error.reason)) : error
}

/**
 * Imports a file of donations, or with no target shows its items. The same call goes on where one that was
 * interrupted has stopped.
 *
 * @throws Error where the file cannot be understood as a whole, or the service takes no more
 */
export const importFile = async (task: ImportTask): Promise<ImportOutcome> => {
  const { file, kind, encoding, choice, target, progressFolder, progress, wait, refused, understood } = task
  const { size, mtimeMs } = statSync(file)
  const bytes = createReadStream(file)
  const { system, timeZone, read, records } = await opened({ name: file, kind, encoding, choice }, bytes)

  const source = [target?.api, target?.recipientId, resolve(file), size, mtimeMs, kind, encoding, choice]
  const remembered = importProgress(progressFolder, source)
  const sentBefore = target === undefined ? 0 : remembered.read()
  if (sentBefore > 0) progress(`goes on behind the ${sentBefore} items that were sent before`)
  const sent: ImportPorts['sent'] = (items, { requests, rows: { added, present } }) => {
    remembered.save(items)
    if (requests % requestsPerLine !== 0) return
    progress(`${Math.floor((bytes.bytesRead / size) * 100)} % of the file: ${added} added, ${present} there already`)
  }
  const send = target && itemSender(target.service, wait, progress)
  const ports: ImportPorts = {
    send,
    sentBefore,
    sent,
    refused: (line, reason) => refused(line, reasonLine(reason)),
    understood,
  }
  const report = await importItems(records, read, ports).catch(rethrowForPeople)
  if (target !== undefined) remembered.end()
  return { system: system ?? 'the systems that the export names', timeZone, report }
}
