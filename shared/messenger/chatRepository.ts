import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { Write } from '../contract/write.ts'
import { randomId } from '../ids.ts'
import { batchGet } from '../store/batchGet.ts'
import { applyWrites } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { queryAll, queryPage } from '../store/query.ts'
import type { Chat as ListedChat } from './chatContract.ts'

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
  /** Names this link: who gives the chat to another says which link that was. */
  readonly revision: string
}

/** Why a chat was lost: an administrator gave it to another recipient, or unlinked it there. */
export type LostReason = 'linked_by_another' | 'unlinked_in_chat'

/** A former owner's note that a chat was lost. Its key is no chat's, because no account's name begins so. */
export interface LostChat extends Omit<OwnedChat, 'revision'> {
  readonly lostAt: string
  readonly lostReason: LostReason
}

export const lostPrefix = '#lost#'

/** The most lost chats that are listed. */
const mostLost = 100

/** It follows the prefix of lost chats, and comes before every key of a chat. */
const afterLost = '$'
/** The most keys of one call of `BatchGetItem`. */
const batchSize = 100

export const chatKey = ({ accountId, chatId }: Chat): string => `${accountId}#${chatId}`

/** A chat in a list. */
export const chatFromItem = (item: OwnedChat | LostChat): z.input<typeof ListedChat> => {
  const { chat, accountId, chatId, title = '', linkedAt = null } = item
  const { lostAt, lostReason }: Partial<LostChat> = item
  return { id: chat, accountId, chatId, title, linkedAt, lostAt: lostAt ?? null, lostReason: lostReason ?? null }
}

const notFound = () =>
  new Problem('not_found', 'There is no such chat.', {
    errors: [{ in: 'body', pointer: '/id', detail: 'unknown chat' }],
  })

/** The recipients of chats, one item for each chat. */
export const chatRepository = (client: DynamoDBDocumentClient, table: string) => {
  const query = (recipientId: string, range: string, bound: string) => ({
    TableName: table,
    IndexName: 'byRecipient',
    KeyConditionExpression: `recipientId = :recipientId AND ${range}`,
    ExpressionAttributeValues: { ':recipientId': recipientId, ':bound': bound },
  })

  /** Notes of lost chats come before all keys of chats. */
  const keysOf = async (recipientId: string): Promise<readonly string[]> =>
    (await queryAll(client, query(recipientId, 'chat > :bound', afterLost))).map(({ chat }) => String(chat))

  const lostKeysOf = async (recipientId: string): Promise<readonly string[]> => {
    const { items } = await queryPage(client, {
      ...query(recipientId, 'begins_with(chat, :bound)', lostPrefix),
      Limit: mostLost,
    })
    return items.map(({ chat }) => String(chat))
  }

  return {
    /** Unlinks a chat, or deletes the note that it was lost. */
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

    /** The chats of a recipient, and those that were lost and are not the recipient's again. */
    list: async (recipientId: string): Promise<readonly (OwnedChat | LostChat)[]> => {
      const keys = (await Promise.all([keysOf(recipientId), lostKeysOf(recipientId)])).flat()
      const found: (OwnedChat | LostChat)[] = []
      for (let start = 0; start < keys.length; start += batchSize) {
        const Keys = keys.slice(start, start + batchSize).map((chat) => ({ chat }))
        const { [table]: items = [] } = await batchGet(client, { [table]: { Keys, ConsistentRead: true } })
        found.push(...(items as unknown as readonly (OwnedChat | LostChat)[]))
      }
      const own = found.filter((chat) => chat.recipientId === recipientId)
      const held = new Set(own.filter((chat) => !('lostAt' in chat)).map(chatKey))
      return own.filter((chat) => !('lostAt' in chat) || !held.has(chatKey(chat)))
    },

    /** Claims a chat that has no recipient; resolves to false when it belongs to another recipient. */
    claim: async (recipientId: string, chat: Chat): Promise<boolean> => {
      const Update = {
        TableName: table,
        Key: { chat: chatKey(chat) },
        UpdateExpression:
          'SET recipientId = :me, accountId = :accountId, chatId = :chatId, revision = if_not_exists(revision, :revision)',
        ConditionExpression: 'attribute_not_exists(chat) OR recipientId = :me',
        ExpressionAttributeValues: {
          ':me': recipientId,
          ':accountId': chat.accountId,
          ':chatId': chat.chatId,
          ':revision': randomId(),
        },
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
