import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { unlinkChat } from '../../shared/messenger/chatContract.ts'
import { type ChatRepository, chatRepository } from '../../shared/messenger/chatRepository.ts'

export const handle =
  (chats: Pick<ChatRepository, 'removal'>): Handle<typeof unlinkChat> =>
  ({ recipientId, body: { id } }, commit) =>
    commit([chats.removal(recipientId, id)], {})

export const handler = httpHandler(
  unlinkChat,
  handle(chatRepository(documentClient, tableName('chats'))),
  commitTo(documentClient),
)
