import { newTest } from '../../shared/areas/messenger/announcement.ts'
import {
  type AnnouncementRepository,
  announcementRepository,
} from '../../shared/areas/messenger/announcementRepository.ts'
import {
  type AnnouncerRepository,
  announcerRepository,
  notFound,
} from '../../shared/areas/messenger/announcerRepository.ts'
import { testAnnouncement } from '../../shared/areas/messenger/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** It takes two round trips, because the announcer names the chat. */
export const handle =
  (
    announcers: Pick<AnnouncerRepository, 'find'>,
    announcements: Pick<AnnouncementRepository, 'creation'>,
    rates: Pick<RateRepository, 'spending'>,
    clock = systemClock,
  ): Handle<typeof testAnnouncement> =>
  async ({ recipientId, body: { id } }, commit) => {
    const announcer = await announcers.find(recipientId, id)
    if (announcer === undefined) throw notFound('/id')()
    const announcement = newTest(recipientId, announcer, clock())
    return commit(
      [announcements.creation(recipientId, announcement), rates.spending(recipientId, 'testAnnouncements')],
      {},
    )
  }

export const handler = memberHandler(
  testAnnouncement,
  handle(announcerRepository(documentClient), announcementRepository(documentClient), rateRepository(documentClient)),
  commitTo(documentClient),
)
