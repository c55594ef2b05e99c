import { exportData } from '../../shared/areas/personalData/contract.ts'
import { jobTable } from '../../shared/areas/personalData/dataJob.ts'
import { type RequestPorts, requestJob } from '../../shared/areas/personalData/requestJob.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { jobRepository } from '../../shared/mechanisms/jobs/jobRepository.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'

export const handle =
  (ports: RequestPorts): Handle<typeof exportData> =>
  ({ recipientId }, commit) =>
    requestJob(ports, recipientId, 'export', commit, (exportId) => ({ exportId }))

export const handler = httpHandler(
  exportData,
  handle({
    jobs: jobRepository(documentClient, jobTable()),
    slots: slotRepository(),
    rates: rateRepository(documentClient),
  }),
  commitTo(documentClient),
)
