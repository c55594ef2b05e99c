import { documentClient } from '../../shared/aws/documentClient.ts'
import { s3Client } from '../../shared/aws/s3Client.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { bucketName, tableName } from '../../shared/env.ts'
import { deletePrint } from '../../shared/history/print/contract.ts'
import { fileKey } from '../../shared/history/print/job.ts'
import { type JobRepository, jobRepository } from '../../shared/history/print/jobRepository.ts'
import { type PrintStore, printStore } from '../../shared/history/print/printStore.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'

/** The file goes first: while its print is there, a deletion that failed can be repeated. */
export const handle =
  (jobs: Pick<JobRepository, 'find' | 'removal'>, files: Pick<PrintStore, 'remove'>): Handle<typeof deletePrint> =>
  async ({ recipientId, body: { printId } }, commit) => {
    const job = await jobs.find(recipientId, printId)
    if (job === undefined) throw unknownId('print', 'printId')
    await files.remove(fileKey(job))
    return commit([jobs.removal(recipientId, printId)], {})
  }

export const handler = httpHandler(
  deletePrint,
  handle(
    jobRepository(documentClient, { table: tableName('prints'), sortKey: 'printId' }),
    printStore(s3Client, bucketName('prints')),
  ),
  commitTo(documentClient),
)
