import { eraseData } from '../../shared/areas/personalData/contract.ts'
import { jobTable } from '../../shared/areas/personalData/dataJob.ts'
import { type ErasureRequestPorts, requestErasure } from '../../shared/areas/personalData/requestJob.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { erasureMarks } from '../../shared/mechanisms/limits/erasureMarks.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { applyWrites } from '../../shared/mechanisms/store/commit.ts'
import { tableName } from '../../shared/runtime/env.ts'

export const handle =
  (ports: ErasureRequestPorts): Handle<typeof eraseData> =>
  ({ recipientId }, commit) =>
    requestErasure(ports, recipientId, commit, (erasureId) => ({ erasureId }))

export const handler = httpHandler(
  eraseData,
  handle({
    jobs: jobRepository(documentClient, jobTable()),
    slots: slotRepository(tableName('quotas'), true),
    marks: erasureMarks(),
    attempt: (write) => applyWrites(documentClient, [write]),
    rates: rateRepository(documentClient),
  }),
  commitTo(documentClient),
)
