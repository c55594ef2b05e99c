import { documentClient } from '../../shared/aws/documentClient.ts'
import { s3Client } from '../../shared/aws/s3Client.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { bucketName, tableName } from '../../shared/env.ts'
import { getPrint } from '../../shared/history/print/contract.ts'
import { fileKey, fileName, printFromJob } from '../../shared/history/print/job.ts'
import { type JobRepository, jobRepository } from '../../shared/history/print/jobRepository.ts'
import { type LinkStore, linkStore } from '../../shared/history/print/linkStore.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'

export const handle =
  (jobs: Pick<JobRepository, 'find'>, links: LinkStore): Handle<typeof getPrint> =>
  async ({ recipientId, params: { printId } }) => {
    const job = await jobs.find(recipientId, printId)
    if (job === undefined) throw new Problem('not_found', 'There is no such print.')
    const print = printFromJob(job, new Date())
    return { ...print, url: print.status === 'ready' ? await links.to(fileKey(job), fileName(job)) : null }
  }

export const handler = httpHandler(
  getPrint,
  handle(
    jobRepository(documentClient, { table: tableName('prints'), sortKey: 'printId' }),
    linkStore(s3Client, bucketName('prints')),
  ),
)
