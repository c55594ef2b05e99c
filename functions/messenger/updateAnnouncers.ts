import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/limits/quotaRepository.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import {
  type AnnouncerRepository,
  announcerRepository,
  donationMark,
} from '../../shared/messenger/announcerRepository.ts'
import { updateAnnouncers } from '../../shared/messenger/contract.ts'

/** A call with one change is checked against the cap only; larger calls also spend the rate. */
export const handle =
  (
    announcers: Pick<AnnouncerRepository, 'creation' | 'change' | 'removal'>,
    quotas: Pick<QuotaRepository, 'growth'>,
    rates: Pick<RateRepository, 'spending'>,
    recipients: string,
  ): Handle<typeof updateAnnouncers> =>
  ({ recipientId, body: { added, updated, deleted } }, commit) => {
    const changes = [
      ...added.map((announcer) => announcers.creation(recipientId, announcer)),
      ...updated.map((change, index) => announcers.change(recipientId, change, `/updated/${index}/id`)),
      ...deleted.map((id, index) => announcers.removal(recipientId, id, `/deleted/${index}`)),
    ]
    const growth = quotas.growth(recipientId, 'announcers', { items: added.length - deleted.length })
    const rate = changes.length > 1 ? [rates.spending(recipientId, 'announcers', changes.length)] : []
    const mark = donationMark(recipients, recipientId, [...added, ...updated])
    return commit([...changes, ...growth, ...rate, ...mark], {})
  }

export const handler = httpHandler(
  updateAnnouncers,
  handle(
    announcerRepository(documentClient, tableName('announcers')),
    quotaRepository(tableName('quotas')),
    rateRepository(documentClient, tableName('rates')),
    tableName('recipients'),
  ),
  commitTo(documentClient),
)
