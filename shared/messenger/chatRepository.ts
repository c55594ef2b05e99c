import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { batchGet } from '../store/batchGet.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { queryAll } from '../store/query.ts'
import { systemClock } from '../time/clock.ts'

/** A chat of a bot account. */
export interface Chat {
  readonly accountId: string
  readonly chatId: number
}

/** A chat with its recipient. `title` and `linkedAt` are absent if it was not linked by a code. */
export interface OwnedChat extends Chat {
  /** `<account id>#<chat id>` */
  readonly chat: string
  readonly recipientId: string
  readonly title?: string
  readonly linkedAt?: string
}

/** The most keys of one call of `BatchGetItem`. */
const batchSize = 100

export const chatKey = ({ accountId, chatId }: Chat): string => `${accountId}#${chatId}`

const notFound = () =>
  new Problem('not_found', 'There is no such chat.', {
    errors: [{ in: 'body', pointer: '/id', detail: 'unknown chat' }],
  })

/** The recipients of chats, one item for each chat. */
export const chatRepository = (client: DynamoDBDocumentClient, table: string, clock = systemClock) => {
  const keysOf = async (recipientId: string): Promise<readonly string[]> => {
    const items = await queryAll(client, {
      TableName: table,
      IndexName: 'byRecipient',
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipientId },
    })
    return items.map(({ chat }) => String(chat))
  }

  return {
    /** The write that assigns a chat to the recipient who has just proved to administer it, whichever recipient had it before. */
    linking: (recipientId: string, chat: Chat, title: string): Write => ({
      operation: {
        Put: {
          TableName: table,
          Item: { chat: chatKey(chat), recipientId, ...chat, title, linkedAt: new Date(clock()).toISOString() },
        },
      },
      repeatable: true,
    }),

    unlinking: (recipientId: string, chat: string): Write => ({
      operation: {
        Delete: {
          TableName: table,
          Key: { chat },
          ConditionExpression: 'recipientId = :me',
          ExpressionAttributeValues: { ':me': recipientId },
        },
      },
      repeatable: false,
      refusal: notFound,
    }),

    isOwn: async (recipientId: string, chat: Chat): Promise<boolean> =>
      (await getItem(client, { TableName: table, Key: { chat: chatKey(chat) } }))?.['recipientId'] === recipientId,

    /** The keys of a recipient's chats, from an eventually consistent index. */
    keys: (recipientId: string): Promise<readonly string[]> => keysOf(recipientId),

    list: async (recipientId: string): Promise<readonly OwnedChat[]> => {
      const keys = await keysOf(recipientId)
      const found: OwnedChat[] = []
      for (let start = 0; start < keys.length; start += batchSize) {
        const Keys = keys.slice(start, start + batchSize).map((chat) => ({ chat }))
        const { [table]: items = [] } = await batchGet(client, { [table]: { Keys, ConsistentRead: true } })
        found.push(...(items as unknown as readonly OwnedChat[]))
      }
      return found.filter((chat) => chat.recipientId === recipientId)
    },

    /** Claims a chat that has no recipient; resolves to false when it belongs to another recipient. */
    claim: async (recipientId: string, chat: Chat): Promise<boolean> => {
      const Update = {
        TableName: table,
        Key: { chat: chatKey(chat) },
        UpdateExpression: 'SET recipientId = :me, accountId = :accountId, chatId = :chatId',
        ConditionExpression: 'attribute_not_exists(chat) OR recipientId = :me',
        ExpressionAttributeValues: { ':me': recipientId, ':accountId': chat.accountId, ':chatId': chat.chatId },
      }
      return (await applyWrites(client, [{ operation: { Update }, repeatable: true }])).length === 0
    },

    /** Releases a chat of the recipient; another recipient's chat stays as it is. */
    release: async (recipientId: string, chat: Chat): Promise<void> => {
      const Delete = {
        TableName: table,
        Key: { chat: chatKey(chat) },
        ConditionExpression: 'attribute_not_exists(chat) OR recipientId = :me',
        ExpressionAttributeValues: { ':me': recipientId },
      }
      await applyWrites(client, [{ operation: { Delete }, repeatable: true }])
    },
  }
}

export type ChatRepository = ReturnType<typeof chatRepository>
