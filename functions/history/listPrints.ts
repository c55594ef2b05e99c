import { listPrints } from '../../shared/areas/history/printContract.ts'
import { type PrintJobs, printFromJob, printTable } from '../../shared/areas/history/printJob.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle =
  (
    jobs: Pick<PrintJobs, 'list'>,
    totals: Pick<TotalsRepository, 'read'>,
    cursorKey: CursorKey,
    clock = systemClock,
  ): Handle<typeof listPrints> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listPrints,
      query,
      cursorKey,
      sortable: ['createdAt', 'status', 'rows'],
      byDefault: { property: 'createdAt', ascending: false },
      read: async () => {
        const now = new Date(clock())
        const [all, { history }] = await Promise.all([jobs.list(recipientId), totals.read(recipientId)])
        return all
          .filter(({ deletedAt }) => deletedAt > epochSeconds(now))
          .map((job) => ({ id: job.printId, ...printFromJob(job, history, now) }))
      },
    })

export const handler = httpHandler(
  listPrints,
  handle(jobRepository(documentClient, printTable()), totalsRepository(documentClient), cursorKeyFrom(kmsClient)),
)
