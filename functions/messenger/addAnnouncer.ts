import {
  type AnnouncerRepository,
  announcerRepository,
  donationFlag,
} from '../../shared/areas/messenger/announcerRepository.ts'
import { addAnnouncer } from '../../shared/areas/messenger/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { tableName } from '../../shared/runtime/env.ts'

export const handle =
  (
    announcers: Pick<AnnouncerRepository, 'creation'>,
    quotas: Pick<QuotaRepository, 'growth'>,
    recipients: string,
  ): Handle<typeof addAnnouncer> =>
  ({ recipientId, body }, commit) =>
    commit(
      [
        announcers.creation(recipientId, body),
        ...quotas.growth(recipientId, 'announcers', { items: 1 }),
        ...donationFlag(recipients, recipientId, [body]),
      ],
      {},
    )

export const handler = memberHandler(
  addAnnouncer,
  handle(announcerRepository(documentClient), quotaRepository(), tableName('recipients')),
  commitTo(documentClient),
)
