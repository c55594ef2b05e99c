import { getPrint } from '../../shared/areas/history/printContract.ts'
import {
  type PrintJobs,
  printFileName,
  printFromJob,
  printKey,
  printTable,
} from '../../shared/areas/history/printJob.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { s3Client } from '../../shared/mechanisms/aws/s3Client.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { type LinkStore, linkStore } from '../../shared/mechanisms/jobs/linkStore.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

export const handle =
  (
    jobs: Pick<PrintJobs, 'find'>,
    totals: Pick<TotalsRepository, 'read'>,
    links: LinkStore,
    clock = systemClock,
  ): Handle<typeof getPrint> =>
  async ({ recipientId, params: { printId } }) => {
    const [job, { history }] = await Promise.all([jobs.find(recipientId, printId), totals.read(recipientId)])
    if (job === undefined) throw new Problem('not_found', 'There is no such print.')
    const print = printFromJob(job, history, new Date(clock()))
    return { ...print, url: print.status === 'ready' ? await links.to(printKey(job), printFileName(job)) : null }
  }

export const handler = httpHandler(
  getPrint,
  handle(jobRepository(documentClient, printTable()), totalsRepository(documentClient), linkStore(s3Client)),
)
