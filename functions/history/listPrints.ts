import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { listPrints } from '../../shared/history/printContract.ts'
import { type PrintJobs, printFromJob, printTable } from '../../shared/history/printJob.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { jobRepository } from '../../shared/jobs/jobRepository.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { epochSeconds } from '../../shared/time/utc.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/totals/totalsRepository.ts'

export const handle =
  (
    jobs: Pick<PrintJobs, 'list'>,
    totals: Pick<TotalsRepository, 'read'>,
    cursorKey: CursorKey,
    clock = systemClock,
  ): Handle<typeof listPrints> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
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
  handle(
    jobRepository(documentClient, printTable(tableName('prints'))),
    totalsRepository(documentClient, tableName('recipients')),
    cursorKeyFrom(kmsClient, keyArn('cursors')),
  ),
)
