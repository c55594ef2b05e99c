import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { jobRepository } from '../../shared/jobs/jobRepository.ts'
import { placeRepository } from '../../shared/limits/placeRepository.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { exportData } from '../../shared/personalData/contract.ts'
import { jobTable } from '../../shared/personalData/dataJob.ts'
import { type RequestPorts, requestJob } from '../../shared/personalData/requestJob.ts'

export const handle =
  (ports: RequestPorts): Handle<typeof exportData> =>
  ({ recipientId }, commit) =>
    requestJob(ports, recipientId, 'export', commit, (exportId) => ({ exportId }))

export const handler = httpHandler(
  exportData,
  handle({
    jobs: jobRepository(documentClient, jobTable(tableName('dataJobs'))),
    places: placeRepository(tableName('quotas')),
    rates: rateRepository(documentClient, tableName('rates')),
  }),
  commitTo(documentClient),
)
