import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { Problem, unknownId } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import type { EncryptionContext } from '../../mechanisms/secrets/encryptionContexts.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { queryAll, queryPage } from '../../mechanisms/store/query.ts'
import { anyOf, type Condition, put, remove, update } from '../../mechanisms/store/writes.ts'
import { RepeatedEvent } from '../../mechanisms/webhooks/webhook.ts'
import { tableName } from '../../runtime/env.ts'
import { derivedId, randomId } from '../../runtime/ids.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import type { Chat as ListedChat } from './chatContract.ts'
import { lossRetentionSeconds } from './chatTimes.ts'

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
  /** The ciphertext of the token of a channel's webhook. */
  readonly webhook?: Uint8Array
}

/** Why a chat was lost: an administrator gave it to another recipient, or unlinked it there. */
export type LostReason = 'linked_by_another' | 'unlinked_in_chat'

/** A former owner's record of a lost chat. Its key is no chat's, because no account's name begins so. */
export interface LostChat extends Omit<OwnedChat, 'revision'> {
  readonly lostAt: string
  readonly lostReason: LostReason
}

const lostPrefix = '#lost#'

/** The most lost chats that are listed. */
const mostLost = 100

/** It follows the prefix of lost chats, and comes before every key of a chat. */
const afterLost = '$'
/** The most keys of one call of `BatchGetItem`. */
const batchSize = 100

export const chatKey = ({ accountId, chatId }: Chat): string => `${accountId}#${chatId}`

export const chatFromItem = (item: OwnedChat | LostChat): z.input<typeof ListedChat> => {
  const { chat, accountId, chatId, title = '', linkedAt = null } = item
  const { lostAt, lostReason }: Partial<LostChat> = item
  return { id: chat, accountId, chatId, title, linkedAt, lostAt: lostAt ?? null, lostReason: lostReason ?? null }
}

/** Binds the ciphertext of a webhook's token to its chat. */
export const webhookContext = (recipientId: string, chat: Chat): EncryptionContext => ({
  recipientId,
  chat: chatKey(chat),
  field: 'chats.webhook',
})

const belongsTo = (recipientId: string): Condition => ({ if: '#recipientId = :me', values: { me: recipientId } })

const isFreeFor = (recipientId: string): Condition =>
  anyOf({ if: 'attribute_not_exists(chat)' }, belongsTo(recipientId))

const notFound = () => unknownId('chat')

/** The link has changed since it was read, or the same update was received before. */
const isOutdated = () => new RepeatedEvent()

const isTaken = () => new Problem('chat_already_linked', 'Another recipient has linked this webhook; make a new one.')

/** The item of a chat that is linked now. */
export const newLink = (recipientId: string, chat: Chat, title: string, clock: Clock): OwnedChat => ({
  chat: chatKey(chat),
  recipientId,
  ...chat,
  title,
  linkedAt: new Date(clock()).toISOString(),
  revision: randomId(),
})

/** The links of chats for a bot's updates, whose recipient is known by the chat or by a code alone. */
export const chatLinkStore = (client: DynamoDBDocumentClient, table = tableName('chats'), clock = systemClock) => {
  const link = (recipientId: string, chat: Chat, title: string, when: Condition): Write =>
    put(table, { ...newLink(recipientId, chat, title, clock) }, { when, refusal: isOutdated })

  const isUnchanged = ({ revision }: OwnedChat): Condition => ({ if: '#revision = :seen', values: { seen: revision } })

  /** The former owner's record of a loss, one for each chat. */
  const loss = ({ chat, revision: _, ...owned }: OwnedChat, lostReason: LostReason): Write => {
    const now = clock()
    const record = {
      ...owned,
      chat: `${lostPrefix}${derivedId('lostChat', owned.recipientId, chat)}`,
      lostAt: new Date(now).toISOString(),
      lostReason,
      expiresAt: epochSeconds(now) + lossRetentionSeconds,
    }
    return put(table, record, { repeatable: true })
  }

  return {
    find: async (chat: Chat): Promise<OwnedChat | undefined> =>
      (await getItem(client, { TableName: table, Key: { chat: chatKey(chat) } })) as OwnedChat | undefined,

    /** Links a chat that is free, or the recipient's own. */
    creation: (recipientId: string, chat: Chat, title: string): Write =>
      link(recipientId, chat, title, isFreeFor(recipientId)),

    /** Gives a chat to another recipient. */
    change: (recipientId: string, from: OwnedChat, title: string): readonly Write[] => {
      const { accountId, chatId } = from
      const given = link(recipientId, { accountId, chatId }, title, isUnchanged(from))
      return [given, loss(from, 'linked_by_another')]
    },

    /** Ends a link because an administrator of the chat wants it. */
    removal: (from: OwnedChat): readonly Write[] => [
      remove(table, { chat: from.chat }, { when: isUnchanged(from), refusal: isOutdated }),
      loss(from, 'unlinked_in_chat'),
    ],
  }
}

export type ChatLinkStore = ReturnType<typeof chatLinkStore>

/** The recipients of chats, one item for each chat. */
export const chatRepository = (client: DynamoDBDocumentClient, table = tableName('chats')) => {
  const query = (recipientId: string, range: string, bound: string) => ({
    TableName: table,
    IndexName: 'byRecipient',
    KeyConditionExpression: `recipientId = :recipientId AND ${range}`,
    ExpressionAttributeValues: { ':recipientId': recipientId, ':bound': bound },
  })

  /** Records of lost chats come before all keys of chats. */
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
    /** Links the channel of a webhook, or the recipient's own one anew. */
    creation: (recipientId: string, linked: OwnedChat): Write =>
      put(table, { ...linked, recipientId }, { when: isFreeFor(recipientId), repeatable: true, refusal: isTaken }),

    /** The ciphertext of a webhook's token; undefined where the recipient has not linked its channel. */
    webhook: async (recipientId: string, chat: Chat): Promise<Uint8Array | undefined> => {
      const item = (await getItem(client, { TableName: table, Key: { chat: chatKey(chat) } })) as OwnedChat | undefined
      return item?.recipientId === recipientId ? item.webhook : undefined
    },

    /** Unlinks a chat, or deletes the record that it was lost. */
    removal: (recipientId: string, chat: string): Write =>
      remove(table, { chat }, { when: belongsTo(recipientId), refusal: notFound }),

    isOwn: async (recipientId: string, chat: Chat): Promise<boolean> =>
      (await getItem(client, { TableName: table, Key: { chat: chatKey(chat) } }))?.['recipientId'] === recipientId,

    /** The keys of a recipient's chats, from an eventually consistent index. */
    keys: (recipientId: string) => keysOf(recipientId),

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
    claim: async (recipientId: string, { accountId, chatId }: Chat): Promise<boolean> => {
      const change = {
        set: { recipientId, accountId, chatId },
        assign: ['#revision = if_not_exists(#revision, :revision)'],
        values: { revision: randomId() },
        when: isFreeFor(recipientId),
        repeatable: true,
      }
      const key = { chat: chatKey({ accountId, chatId }) }
      return (await applyWrites(client, [update(table, key, change)])).length === 0
    },

    /** Releases a chat of the recipient; another recipient's chat stays as it is. */
    release: async (recipientId: string, chat: Chat): Promise<void> => {
      const options = { when: isFreeFor(recipientId), repeatable: true }
      await applyWrites(client, [remove(table, { chat: chatKey(chat) }, options)])
    },
  }
}

export type ChatRepository = ReturnType<typeof chatRepository>
