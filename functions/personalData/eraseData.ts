import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { jobRepository } from '../../shared/jobs/jobRepository.ts'
import { erasureMarks } from '../../shared/limits/erasureMarks.ts'
import { placeRepository } from '../../shared/limits/placeRepository.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { eraseData } from '../../shared/personalData/contract.ts'
import { jobTable } from '../../shared/personalData/dataJob.ts'
import { type ErasureRequestPorts, requestErasure } from '../../shared/personalData/requestJob.ts'
import { applyWrites } from '../../shared/store/commit.ts'

export const handle =
  (ports: ErasureRequestPorts): Handle<typeof eraseData> =>
  ({ recipientId }, commit) =>
    requestErasure(ports, recipientId, commit, (erasureId) => ({ erasureId }))

export const handler = httpHandler(
  eraseData,
  handle({
    jobs: jobRepository(documentClient, jobTable(tableName('dataJobs'))),
    places: placeRepository(tableName('quotas'), true),
    marks: erasureMarks(tableName('quotas')),
    attempt: (write) => applyWrites(documentClient, [write]),
    rates: rateRepository(documentClient, tableName('rates')),
  }),
  commitTo(documentClient),
)
