import { getExport } from '../../shared/areas/personalData/contract.ts'
import { type DataJob, exportKey, exportName, jobTable } from '../../shared/areas/personalData/dataJob.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { s3Client } from '../../shared/mechanisms/aws/s3Client.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { fileStateOf } from '../../shared/mechanisms/jobs/job.ts'
import { type JobRepository, jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { type LinkStore, linkStore } from '../../shared/mechanisms/jobs/linkStore.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

export const handle =
  (jobs: Pick<JobRepository<DataJob>, 'find'>, links: LinkStore, clock = systemClock): Handle<typeof getExport> =>
  async ({ recipientId, params: { exportId } }) => {
    const job = await jobs.find(recipientId, exportId)
    if (job?.kind !== 'export') throw new Problem('not_found', 'There is no such export.')
    const { rows, ...state } = fileStateOf(job, new Date(clock()))
    const url = state.status === 'ready' ? await links.to(exportKey(job), exportName(job)) : null
    return { exportId, items: rows, ...state, url }
  }

export const handler = httpHandler(getExport, handle(jobRepository(documentClient, jobTable()), linkStore(s3Client)))
