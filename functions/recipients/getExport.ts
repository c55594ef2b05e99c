import { documentClient } from '../../shared/aws/documentClient.ts'
import { s3Client } from '../../shared/aws/s3Client.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { bucketName, tableName } from '../../shared/env.ts'
import { type LinkStore, linkStore } from '../../shared/history/print/linkStore.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { statusOf } from '../../shared/jobs/job.ts'
import { type JobRepository, jobRepository } from '../../shared/jobs/jobRepository.ts'
import { type DataJob, exportKey, exportName, jobTable } from '../../shared/personalData/dataJob.ts'
import { getExport } from '../../shared/recipients/personalData/contract.ts'

export const handle =
  (jobs: Pick<JobRepository<DataJob>, 'find'>, links: LinkStore): Handle<typeof getExport> =>
  async ({ recipientId, params: { exportId } }) => {
    const job = await jobs.find(recipientId, exportId)
    if (job?.kind !== 'export') throw new Problem('not_found', 'There is no such export.')
    const status = statusOf(job, new Date())
    return {
      exportId,
      status,
      items: job.rows ?? null,
      bytes: job.bytes ?? null,
      sha256: job.sha256 ?? null,
      createdAt: job.createdAt,
      expiresAt: job.expiresAt,
      url: status === 'ready' ? await links.to(exportKey(job), exportName(job)) : null,
    }
  }

export const handler = httpHandler(
  getExport,
  handle(jobRepository(documentClient, jobTable(tableName('dataJobs'))), linkStore(s3Client, bucketName('prints'))),
)
