import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/limits/quotaRepository.ts'
import {
  type AnnouncerRepository,
  announcerRepository,
  donationMark,
} from '../../shared/messenger/announcerRepository.ts'
import { addAnnouncer } from '../../shared/messenger/contract.ts'

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
        ...donationMark(recipients, recipientId, [body]),
      ],
      {},
    )

export const handler = httpHandler(
  addAnnouncer,
  handle(
    announcerRepository(documentClient, tableName('announcers')),
    quotaRepository(tableName('quotas')),
    tableName('recipients'),
  ),
  commitTo(documentClient),
)
