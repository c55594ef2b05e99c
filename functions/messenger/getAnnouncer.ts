import {
  type AnnouncementRepository,
  announcementRepository,
} from '../../shared/areas/messenger/announcementRepository.ts'
import { announcerDetails } from '../../shared/areas/messenger/announcerDetails.ts'
import { type AnnouncerRepository, announcerRepository } from '../../shared/areas/messenger/announcerRepository.ts'
import { type ChatRepository, chatRepository } from '../../shared/areas/messenger/chatRepository.ts'
import { blockedReason } from '../../shared/areas/messenger/chatRights.ts'
import { getAnnouncer } from '../../shared/areas/messenger/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { areChatsOpen } from '../../shared/runtime/env.ts'

export const handle =
  (
    announcers: Pick<AnnouncerRepository, 'find'>,
    announcements: Pick<AnnouncementRepository, 'latest'>,
    chats: Pick<ChatRepository, 'isOwn'>,
    areOpen: boolean,
  ): Handle<typeof getAnnouncer> =>
  async ({ recipientId, params: { id } }) => {
    const [announcer, last] = await Promise.all([
      announcers.find(recipientId, id),
      announcements.latest(recipientId, id),
    ])
    if (announcer === undefined) throw new Problem('not_found', 'There is no such announcer.')
    const mayPost = areOpen || (await chats.isOwn(recipientId, announcer))
    return { ...announcerDetails(announcer, last), ...blockedReason(mayPost) }
  }

export const handler = memberHandler(
  getAnnouncer,
  handle(
    announcerRepository(documentClient),
    announcementRepository(documentClient),
    chatRepository(documentClient),
    areChatsOpen(),
  ),
)
