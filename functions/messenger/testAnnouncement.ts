import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { newTest } from '../../shared/messenger/announcement.ts'
import { type AnnouncementRepository, announcementRepository } from '../../shared/messenger/announcementRepository.ts'
import { type AnnouncerRepository, announcerRepository, notFound } from '../../shared/messenger/announcerRepository.ts'
import { testAnnouncement } from '../../shared/messenger/contract.ts'
import { systemClock } from '../../shared/time/clock.ts'

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

export const handler = httpHandler(
  testAnnouncement,
  handle(
    announcerRepository(documentClient, tableName('announcers')),
    announcementRepository(documentClient, tableName('announcements')),
    rateRepository(documentClient, tableName('rates')),
  ),
  commitTo(documentClient),
)
