import {
  type AnnouncerRepository,
  announcerRepository,
  donationFlag,
} from '../../shared/areas/messenger/announcerRepository.ts'
import { updateAnnouncers } from '../../shared/areas/messenger/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableName } from '../../shared/runtime/env.ts'

/** A call with one change is checked against the cap only; larger calls also spend the rate. */
export const handle =
  (
    announcers: Pick<AnnouncerRepository, 'creation' | 'change' | 'known' | 'removal'>,
    quotas: Pick<QuotaRepository, 'growth'>,
    rates: Pick<RateRepository, 'spending'>,
    recipients: string,
  ): Handle<typeof updateAnnouncers> =>
  ({ recipientId, body: { added, updated, deleted } }, commit) =>
    retryOnConflict(async () => {
      const removed = await announcers.known(recipientId, deleted)
      const changes = [
        ...added.map((announcer) => announcers.creation(recipientId, announcer)),
        ...updated.map((change, index) => announcers.change(recipientId, change, `/updated/${index}/id`)),
        ...removed.map((id) => announcers.removal(recipientId, id)),
      ]
      const growth = quotas.growth(recipientId, 'announcers', { items: added.length - removed.length })
      const rate = changes.length > 1 ? [rates.spending(recipientId, 'announcers', changes.length)] : []
      const flag = donationFlag(recipients, recipientId, [...added, ...updated])
      return commit([...changes, ...growth, ...rate, ...flag], {})
    })

export const handler = memberHandler(
  updateAnnouncers,
  handle(
    announcerRepository(documentClient),
    quotaRepository(),
    rateRepository(documentClient),
    tableName('recipients'),
  ),
  commitTo(documentClient),
)
