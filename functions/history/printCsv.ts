import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { printCsv } from '../../shared/history/print/contract.ts'
import { type PrintJobs, printTable } from '../../shared/history/print/printJob.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { newId } from '../../shared/ids.ts'
import { isUnfinished, newJob } from '../../shared/jobs/job.ts'
import { jobRepository } from '../../shared/jobs/jobRepository.ts'
import { inPlace } from '../../shared/limits/inPlace.ts'
import { type PlaceRepository, placeRepository } from '../../shared/limits/placeRepository.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { systemClock } from '../../shared/time/clock.ts'

export const handle = (
  jobs: Pick<PrintJobs, 'addition' | 'find'>,
  places: PlaceRepository,
  rates: Pick<RateRepository, 'spending'>,
  clock = systemClock,
): Handle<typeof printCsv> => {
  const unfinished = async (recipientId: string, printIds: readonly string[]): Promise<readonly string[]> => {
    const found = await Promise.all(printIds.map((printId) => jobs.find(recipientId, printId)))
    const now = new Date(clock())
    return found.flatMap((job) => (job !== undefined && isUnfinished(job, now) ? [job.printId] : []))
  }

  return ({ recipientId, body }, commit) => {
    const id = newId()
    const addition = jobs.addition(recipientId, newJob(recipientId, { ...body, printId: id }, new Date(clock())))
    const newcomer = {
      recipientId,
      collection: 'prints',
      id,
      living: (ids: readonly string[]) => unfinished(recipientId, ids),
    } as const
    return inPlace(places, newcomer, (place) =>
      commit([addition, place, rates.spending(recipientId, 'prints')], { printId: id }),
    )
  }
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
