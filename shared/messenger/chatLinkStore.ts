import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../contract/write.ts'
import { derivedId, randomId } from '../ids.ts'
import { getItem } from '../store/getItem.ts'
import { systemClock } from '../time/clock.ts'
import { epochSeconds } from '../time/utc.ts'
import { RepeatedEvent } from '../webhooks/webhook.ts'
import { type Chat, chatKey, type LostReason, lostPrefix, type OwnedChat } from './chatRepository.ts'

/** A former owner sees for so long that a chat was lost. */
const lossRetentionSeconds = 30 * 24 * 60 * 60

/** The link has changed since it was read, or the same update was taken before. */
const refusal = () => new RepeatedEvent()

/** The links of chats for what is read in them: there, nobody is known but by the chat or by a code. */
export const chatLinkStore = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => {
  const put = (recipientId: string, chat: Chat, title: string) => ({
    TableName: table,
    Item: {
      chat: chatKey(chat),
      recipientId,
      ...chat,
      title,
      linkedAt: new Date(clock()).toISOString(),
      revision: randomId(),
    },
  })

  const unchanged = ({ revision }: OwnedChat) => ({
    ConditionExpression: 'revision = :seen',
    ExpressionAttributeValues: { ':seen': revision },
  })

  /** The former owner's note of a loss, one for each chat. */
  const loss = ({ chat, revision: _, ...owned }: OwnedChat, lostReason: LostReason): Write => {
    const now = clock()
    return {
      operation: {
        Put: {
          TableName: table,
          Item: {
            ...owned,
            chat: `${lostPrefix}${derivedId('lostChat', owned.recipientId, chat)}`,
            lostAt: new Date(now).toISOString(),
            lostReason,
            expiresAt: epochSeconds(now) + lossRetentionSeconds,
          },
        },
      },
      repeatable: true,
    }
  }

  return {
    find: async (chat: Chat): Promise<OwnedChat | undefined> =>
      (await getItem(client, { TableName: table, Key: { chat: chatKey(chat) } })) as OwnedChat | undefined,

    /** Links a chat that is free, or the recipient's own. */
    linking: (recipientId: string, chat: Chat, title: string): Write => ({
      operation: {
        Put: {
          ...put(recipientId, chat, title),
          ConditionExpression: 'attribute_not_exists(chat) OR recipientId = :me',
          ExpressionAttributeValues: { ':me': recipientId },
        },
      },
      repeatable: false,
      refusal,
    }),

    /** Gives a chat to another recipient. */
    handover: (recipientId: string, from: OwnedChat, title: string): readonly Write[] => {
      const { accountId, chatId } = from
      const Put = { ...put(recipientId, { accountId, chatId }, title), ...unchanged(from) }
      return [{ operation: { Put }, repeatable: false, refusal }, loss(from, 'linked_by_another')]
    },

    /** Ends a link because an administrator of the chat wants it. */
    removal: (from: OwnedChat): readonly Write[] => {
      const Delete = { TableName: table, Key: { chat: from.chat }, ...unchanged(from) }
      return [{ operation: { Delete }, repeatable: false, refusal }, loss(from, 'unlinked_in_chat')]
    },
  }
}

export type ChatLinkStore = ReturnType<typeof chatLinkStore>
