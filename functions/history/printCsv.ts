import { printCsv } from '../../shared/areas/history/printContract.ts'
import { type PrintJobs, printTable } from '../../shared/areas/history/printJob.ts'
import { systemsMeant } from '../../shared/areas/history/systemsMeant.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { newJob } from '../../shared/mechanisms/jobs/job.ts'
import { jobRepository, unfinishedIds } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type SlotRepository, slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../shared/mechanisms/limits/withSlot.ts'
import { ownSystem } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

export const handle =
  (
    jobs: Pick<PrintJobs, 'creation' | 'find'>,
    slots: SlotRepository,
    rates: Pick<RateRepository, 'spending'>,
    ownName: string,
    clock = systemClock,
  ): Handle<typeof printCsv> =>
  ({ recipientId, body }, commit) => {
    const id = newId()
    const systems = systemsMeant(body.systems, ownName)
    const job = newJob(recipientId, { ...body, systems, printId: id }, new Date(clock()))
    const creation = jobs.creation(recipientId, job)
    const living = (ids: readonly string[]) => unfinishedIds(jobs, recipientId, ids, clock)
    return withSlot(slots, { recipientId, collection: 'prints', id, living }, (slot) =>
      commit([creation, slot, rates.spending(recipientId, 'prints')], { printId: id }),
    )
  }

export const handler = httpHandler(
  printCsv,
  handle(jobRepository(documentClient, printTable()), slotRepository(), rateRepository(documentClient), ownSystem()),
  commitTo(documentClient),
)
