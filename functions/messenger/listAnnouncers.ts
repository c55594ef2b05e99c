import { type AnnouncerRepository, announcerRepository } from '../../shared/areas/messenger/announcerRepository.ts'
import { type ChatRepository, chatKey, chatRepository } from '../../shared/areas/messenger/chatRepository.ts'
import { blockedReason } from '../../shared/areas/messenger/chatRights.ts'
import { listAnnouncers } from '../../shared/areas/messenger/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { areChatsOpen } from '../../shared/runtime/env.ts'

export const handle =
  (
    announcers: Pick<AnnouncerRepository, 'list'>,
    chats: Pick<ChatRepository, 'keys'>,
    areOpen: boolean,
  ): Handle<typeof listAnnouncers> =>
  async ({ recipientId }) => {
    const [found, keys] = await Promise.all([announcers.list(recipientId), areOpen ? [] : chats.keys(recipientId)])
    const own = new Set(keys)
    return found.map((announcer) => ({ ...announcer, ...blockedReason(areOpen || own.has(chatKey(announcer))) }))
  }

export const handler = memberHandler(
  listAnnouncers,
  handle(announcerRepository(documentClient), chatRepository(documentClient), areChatsOpen()),
)
