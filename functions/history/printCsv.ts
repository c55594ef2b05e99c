import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { printCsv } from '../../shared/history/printContract.ts'
import { type PrintJobs, printTable } from '../../shared/history/printJob.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { newId } from '../../shared/ids.ts'
import { newJob } from '../../shared/jobs/job.ts'
import { jobRepository, unfinishedIds } from '../../shared/jobs/jobRepository.ts'
import { inPlace } from '../../shared/limits/inPlace.ts'
import { type PlaceRepository, placeRepository } from '../../shared/limits/placeRepository.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { systemClock } from '../../shared/time/clock.ts'

export const handle =
  (
    jobs: Pick<PrintJobs, 'creation' | 'find'>,
    places: PlaceRepository,
    rates: Pick<RateRepository, 'spending'>,
    clock = systemClock,
  ): Handle<typeof printCsv> =>
  ({ recipientId, body }, commit) => {
    const id = newId()
    const creation = jobs.creation(recipientId, newJob(recipientId, { ...body, printId: id }, new Date(clock())))
    const living = (ids: readonly string[]) => unfinishedIds(jobs, recipientId, ids, clock)
    return inPlace(places, { recipientId, collection: 'prints', id, living }, (place) =>
      commit([creation, place, rates.spending(recipientId, 'prints')], { printId: id }),
    )
  }

export const handler = httpHandler(
  printCsv,
  handle(
    jobRepository(documentClient, printTable(tableName('prints'))),
    placeRepository(tableName('quotas')),
    rateRepository(documentClient, tableName('rates')),
  ),
  commitTo(documentClient),
)
