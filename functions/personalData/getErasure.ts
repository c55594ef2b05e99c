import { getErasure } from '../../shared/areas/personalData/contract.ts'
import { type DataJob, jobTable } from '../../shared/areas/personalData/dataJob.ts'
import { type ErasureReceipts, erasureReceipts } from '../../shared/areas/personalData/erasureReceipts.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { isUnfinished } from '../../shared/mechanisms/jobs/job.ts'
import { type JobRepository, jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** A job that is not there any more has become a receipt. */
export const handle =
  (
    jobs: Pick<JobRepository<DataJob>, 'find'>,
    receipts: Pick<ErasureReceipts, 'find'>,
    clock = systemClock,
  ): Handle<typeof getErasure> =>
  async ({ recipientId, params: { erasureId } }) => {
    const job = await jobs.find(recipientId, erasureId)
    if (job?.kind === 'erasure') {
      const { rows = 0, progress, createdAt } = job
      const state = progress === undefined ? 'queued' : 'running'
      const status = isUnfinished(job, new Date(clock())) ? state : 'failed'
      return { erasureId, status, items: rows, createdAt, finishedAt: null }
    }
    const receipt = await receipts.find(recipientId, erasureId)
    if (receipt === undefined) throw new Problem('not_found', 'There is no such erasure.')
    const { items, createdAt, finishedAt } = receipt
    return { erasureId, status: 'done', items, createdAt, finishedAt }
  }

export const handler = httpHandler(
  getErasure,
  handle(jobRepository(documentClient, jobTable()), erasureReceipts(documentClient)),
)
