import { csvChunks, csvHeader, type Row } from './csv.ts'
import { fileKey, type PrintJob } from './job.ts'
import type { FileForm } from './writeFile.ts'

/** The file of a print. */
export const csvFile: FileForm<PrintJob, Row> = {
  contentType: 'text/csv; charset=utf-8',
  head: csvHeader,
  key: fileKey,
  chunks: csvChunks,
}
