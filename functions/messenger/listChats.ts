import { listChats } from '../../shared/areas/messenger/chatContract.ts'
import { type ChatRepository, chatFromItem, chatRepository } from '../../shared/areas/messenger/chatRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

/** It takes two round trips, because the index of a recipient's chats has only their keys. */
export const handle =
  (chats: Pick<ChatRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listChats> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listChats,
      query,
      cursorKey,
      sortable: ['linkedAt', 'title', 'accountId', 'chatId'],
      byDefault: { property: 'linkedAt', ascending: false },
      read: async () => (await chats.list(recipientId)).map(chatFromItem),
    })

export const handler = memberHandler(listChats, handle(chatRepository(documentClient), cursorKeyFrom(kmsClient)))
