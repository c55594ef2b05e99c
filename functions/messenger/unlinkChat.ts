import { unlinkChat } from '../../shared/areas/messenger/chatContract.ts'
import { type ChatRepository, chatRepository } from '../../shared/areas/messenger/chatRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'

export const handle =
  (chats: Pick<ChatRepository, 'removal'>): Handle<typeof unlinkChat> =>
  ({ recipientId, body: { id } }, commit) =>
    commit([chats.removal(recipientId, id)], {})

export const handler = httpHandler(unlinkChat, handle(chatRepository(documentClient)), commitTo(documentClient))
