import { deletePrint } from '../../shared/areas/history/printContract.ts'
import { type PrintJobs, printKey, printTable } from '../../shared/areas/history/printJob.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { s3Client } from '../../shared/mechanisms/aws/s3Client.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type FileStore, fileStore } from '../../shared/mechanisms/jobs/fileStore.ts'
import { jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'

const unknownPrint = () => unknownId('print', 'printId')

/** The file goes first: while its print is there, a deletion that failed can be repeated. */
export const handle =
  (jobs: Pick<PrintJobs, 'find' | 'removal'>, files: Pick<FileStore, 'remove'>): Handle<typeof deletePrint> =>
  async ({ recipientId, body: { printId } }, commit) => {
    const job = await jobs.find(recipientId, printId)
    if (job === undefined) throw unknownPrint()
    await files.remove(printKey(job))
    return commit([jobs.removal(recipientId, printId, unknownPrint)], {})
  }

export const handler = httpHandler(
  deletePrint,
  handle(jobRepository(documentClient, printTable()), fileStore(s3Client)),
  commitTo(documentClient),
)
