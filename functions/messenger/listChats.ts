import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { listChats } from '../../shared/messenger/chatContract.ts'
import { type ChatRepository, chatFromItem, chatRepository } from '../../shared/messenger/chatRepository.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'

/** It takes two round trips, because the index of a recipient's chats has only their keys. */
export const handle =
  (chats: Pick<ChatRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listChats> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listChats,
      query,
      cursorKey,
      sortable: ['linkedAt', 'title', 'accountId', 'chatId'],
      byDefault: { property: 'linkedAt', ascending: false },
      read: async () => (await chats.list(recipientId)).map(chatFromItem),
    })

export const handler = httpHandler(
  listChats,
  handle(chatRepository(documentClient, tableName('chats')), cursorKeyFrom(kmsClient, keyArn('cursors'))),
)
