import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { type AnnouncementRepository, announcementRepository } from '../../shared/messenger/announcementRepository.ts'
import { announcerDetails } from '../../shared/messenger/announcerDetails.ts'
import { type AnnouncerRepository, announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { getAnnouncer } from '../../shared/messenger/contract.ts'

export const handle =
  (
    announcers: Pick<AnnouncerRepository, 'find'>,
    announcements: Pick<AnnouncementRepository, 'lastOf'>,
  ): Handle<typeof getAnnouncer> =>
  async ({ recipientId, params: { id } }) => {
    const [announcer, last] = await Promise.all([
      announcers.find(recipientId, id),
      announcements.lastOf(recipientId, id),
    ])
    if (announcer === undefined) throw new Problem('not_found', 'There is no such announcer.')
    return announcerDetails(announcer, last)
  }

export const handler = httpHandler(
  getAnnouncer,
  handle(
    announcerRepository(documentClient, tableName('announcers')),
    announcementRepository(documentClient, tableName('announcements')),
  ),
)
