import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { printCsv } from '../../shared/history/print/contract.ts'
import { newJob } from '../../shared/history/print/job.ts'
import { type JobRepository, jobRepository } from '../../shared/history/print/jobRepository.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { newId } from '../../shared/ids.ts'

export const handle =
  (jobs: Pick<JobRepository, 'addition'>): Handle<typeof printCsv> =>
  ({ recipientId, body }, commit) => {
    const printId = newId()
    return commit([jobs.addition(recipientId, newJob(recipientId, printId, body, new Date()))], { printId })
  }

export const handler = httpHandler(
  printCsv,
  handle(jobRepository(documentClient, tableName('prints'))),
  commitTo(documentClient),
)
