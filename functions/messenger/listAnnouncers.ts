import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { areChatsOpen, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { type AnnouncerRepository, announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { type ChatRepository, chatKey, chatRepository } from '../../shared/messenger/chatRepository.ts'
import { blockedReason } from '../../shared/messenger/chatRights.ts'
import { listAnnouncers } from '../../shared/messenger/contract.ts'

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

export const handler = httpHandler(
  listAnnouncers,
  handle(
    announcerRepository(documentClient, tableName('announcers')),
    chatRepository(documentClient, tableName('chats')),
    areChatsOpen(),
  ),
)
