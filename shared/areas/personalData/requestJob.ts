import type { Commit } from '../../contract/handle.ts'
import type { Write } from '../../contract/write.ts'
import { isUnfinished, newJob } from '../../mechanisms/jobs/job.ts'
import { type JobRepository, unfinishedIds } from '../../mechanisms/jobs/jobRepository.ts'
import { ErasureInProgress, type ErasureMarks } from '../../mechanisms/limits/erasureMarks.ts'
import type { RateRepository } from '../../mechanisms/limits/rateRepository.ts'
import type { SlotRepository } from '../../mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../mechanisms/limits/withSlot.ts'
import { newId } from '../../runtime/ids.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import type { DataJob } from './dataJob.ts'

export interface RequestPorts {
  readonly jobs: Pick<JobRepository<DataJob>, 'creation' | 'find'>
  readonly slots: SlotRepository
  readonly rates: Pick<RateRepository, 'spending'>
  readonly clock?: Clock
}

/** Asks for a data job, of which few may be unfinished at a time. */
export const requestJob = <Answer>(
  { jobs, slots, rates, clock = systemClock }: RequestPorts,
  recipientId: string,
  kind: DataJob['kind'],
  commit: Commit,
  answer: (jobId: string) => Answer,
): Promise<Answer> => {
  const jobId = newId()
  const job = newJob(recipientId, { jobId, kind }, new Date(clock())) as DataJob
  const living = (ids: readonly string[]) => unfinishedIds(jobs, recipientId, ids, clock)
  return withSlot(slots, { recipientId, collection: 'dataJobs', id: jobId, living }, (slot) =>
    commit([jobs.creation(recipientId, job), slot, rates.spending(recipientId, 'dataJobs')], answer(jobId)),
  )
}

export interface ErasureRequestPorts extends RequestPorts {
  readonly marks: Pick<ErasureMarks, 'lifting'>
  /** Applies a write, unless it is refused. */
  readonly attempt: (write: Write) => Promise<unknown>
}

/** Asks for an erasure, unless one is unfinished: that one is answered. */
export const requestErasure = <Answer>(
  ports: ErasureRequestPorts,
  recipientId: string,
  commit: Commit,
  answer: (erasureId: string) => Answer,
): Promise<Answer> => {
  const { jobs, marks, attempt, clock = systemClock } = ports
  const request = () => requestJob(ports, recipientId, 'erasure', commit, answer)
  return request().catch(async (error: unknown) => {
    if (!(error instanceof ErasureInProgress)) throw error
    const running = await jobs.find(recipientId, error.erasureId)
    if (running !== undefined && isUnfinished(running, new Date(clock()))) return commit([], answer(running.jobId))
    // The marks are of an abandoned erasure, or they went with it just now.
    for (const write of marks.lifting(recipientId, error.erasureId)) await attempt(write)
    return request()
  })
}
