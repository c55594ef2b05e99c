import { documentClient, dynamoDbClient } from '../../shared/aws/documentClient.ts'
import { s3Client } from '../../shared/aws/s3Client.ts'
import { bucketName, tableName } from '../../shared/env.ts'
import { csvFile, type Row } from '../../shared/history/csv.ts'
import { type PrintJob, type PrintJobs, printTable } from '../../shared/history/printJob.ts'
import { rowRepository } from '../../shared/history/rowRepository.ts'
import { writePrint } from '../../shared/history/workers.ts'
import { remainingMs } from '../../shared/invocation.ts'
import { type FileStore, fileStore } from '../../shared/jobs/fileStore.ts'
import { jobRepository } from '../../shared/jobs/jobRepository.ts'
import { fileWork, takeJob } from '../../shared/jobs/takeJob.ts'
import type { FilePorts } from '../../shared/jobs/writeFile.ts'
import { type Consume, streamHandler } from '../../shared/workers/streamHandler.ts'

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
    jobs: jobRepository(documentClient, printTable(tableName('prints'))),
    rows: rowRepository(dynamoDbClient, tableName('history')),
    store: fileStore(s3Client, bucketName('prints')),
    remaining: remainingMs,
  }),
)
