import { documentClient } from '../../shared/aws/documentClient.ts'
import { dynamoDbClient } from '../../shared/aws/dynamoDbClient.ts'
import { s3Client } from '../../shared/aws/s3Client.ts'
import { bucketName, tableName } from '../../shared/env.ts'
import type { Row } from '../../shared/history/print/csv.ts'
import { csvFile } from '../../shared/history/print/csvFile.ts'
import type { PrintJob } from '../../shared/history/print/job.ts'
import { type JobRepository, jobRepository } from '../../shared/history/print/jobRepository.ts'
import { type PrintStore, printStore } from '../../shared/history/print/printStore.ts'
import { rowRepository } from '../../shared/history/print/rowRepository.ts'
import { fileWork, takeJob } from '../../shared/history/print/takeJob.ts'
import type { FilePorts } from '../../shared/history/print/writeFile.ts'
import { writePrint } from '../../shared/history/workers.ts'
import { remainingMilliseconds } from '../../shared/invocation.ts'
import { type Consume, streamHandler } from '../../shared/workers/streamHandler.ts'

type Ports = FilePorts<PrintJob, Row> & { readonly jobs: JobRepository; readonly store: PrintStore }

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
    jobs: jobRepository(documentClient, { table: tableName('prints'), sortKey: 'printId' }),
    rows: rowRepository(dynamoDbClient, tableName('history')),
    store: printStore(s3Client, bucketName('prints')),
    remaining: remainingMilliseconds,
  }),
)
