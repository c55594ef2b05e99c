import { csvFile, type Row } from '../../shared/areas/history/csv.ts'
import { type PrintJob, type PrintJobs, printTable } from '../../shared/areas/history/printJob.ts'
import { rowRepository } from '../../shared/areas/history/rowRepository.ts'
import { writePrint } from '../../shared/areas/history/workers.ts'
import { documentClient, dynamoDbClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { s3Client } from '../../shared/mechanisms/aws/s3Client.ts'
import { type FileStore, fileStore } from '../../shared/mechanisms/jobs/fileStore.ts'
import { jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { fileWork, takeJob } from '../../shared/mechanisms/jobs/takeJob.ts'
import type { FilePorts } from '../../shared/mechanisms/jobs/writeFile.ts'
import { type Consume, streamHandler } from '../../shared/mechanisms/workers/streamHandler.ts'
import { remainingMs } from '../../shared/runtime/invocation.ts'

type Ports = FilePorts<PrintJob, Row> & { readonly jobs: PrintJobs; readonly store: FileStore }

/** Writes the next slice of a queued print. */
export const handle =
  (ports: Ports): Consume =>
  ({ keys }) =>
    takeJob(
      fileWork(ports, csvFile, ({ printId }) => printId),
      String(keys['recipientId']),
      String(keys['printId']),
    )

export const handler = streamHandler(
  writePrint,
  handle({
    jobs: jobRepository(documentClient, printTable()),
    rows: rowRepository(dynamoDbClient),
    store: fileStore(s3Client),
    remaining: remainingMs,
  }),
)
