import type { FileForm } from '../../jobs/writeFile.ts'
import { csvChunks, csvHeader, type Row } from './csv.ts'
import { type PrintJob, printKey } from './printJob.ts'

/** The file of a print. */
export const csvFile: FileForm<PrintJob, Row> = {
  contentType: 'text/csv; charset=utf-8',
  head: csvHeader,
  key: printKey,
  chunks: csvChunks,
}
