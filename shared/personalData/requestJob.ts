import type { Commit } from '../contract/handle.ts'
import { newId } from '../ids.ts'
import { isUnfinished, newJob } from '../jobs/job.ts'
import type { JobRepository } from '../jobs/jobRepository.ts'
import { inPlace } from '../limits/inPlace.ts'
import type { PlaceRepository } from '../limits/placeRepository.ts'
import type { RateRepository } from '../limits/rateRepository.ts'
import { type Clock, systemClock } from '../time/clock.ts'
import type { DataJob } from './dataJob.ts'

export interface RequestPorts {
  readonly jobs: Pick<JobRepository<DataJob>, 'addition' | 'find'>
  readonly places: PlaceRepository
  readonly rates: Pick<RateRepository, 'spending'>
  readonly clock?: Clock
}

/** Asks for a data job, of which few may be unfinished at a time. */
export const requestJob = <Answer>(
  { jobs, places, rates, clock = systemClock }: RequestPorts,
  recipientId: string,
  kind: DataJob['kind'],
  commit: Commit,
  answer: (jobId: string) => Answer,
): Promise<Answer> => {
  const jobId = newId()
  const job = newJob(recipientId, { jobId, kind }, new Date(clock())) as DataJob
  const living = async (ids: readonly string[]): Promise<readonly string[]> => {
    const found = await Promise.all(ids.map((id) => jobs.find(recipientId, id)))
    const now = new Date(clock())
    return found.flatMap((each) => (each !== undefined && isUnfinished(each, now) ? [each.jobId] : []))
  }
  return inPlace(places, { recipientId, collection: 'dataJobs', id: jobId, living }, (place) =>
    commit([jobs.addition(recipientId, job), place, rates.spending(recipientId, 'dataJobs')], answer(jobId)),
  )
}
