import * as z from 'zod/mini'
import {
  type ChatMessenger,
  type ChatUpdate,
  codePattern,
  commandOf,
  webhookSecretOf,
} from '../areas/messenger/chatMessenger.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import { telegramBot } from './telegramBot.ts'

const http = providerHttp('Telegram')

const Bot = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) })
const Done = z.object({ ok: z.literal(true) })
const Member = z.object({ ok: z.literal(true), result: z.object({ status: z.string() }) })

const Chat = z.object({
  id: z.int(),
  type: z.string(),
  title: z.optional(z.string()),
  username: z.optional(z.string()),
})
const User = z.object({ id: z.int(), username: z.optional(z.string()) })

/** Members of messages that nobody typed: forwarded ones, an inline bot's, and copies of a channel's posts. */
const untypedMembers = ['forward_origin', 'forward_date', 'via_bot', 'is_automatic_forward'] as const

/** https://core.telegram.org/bots/api#message */
const Message = z.object({
  text: z.optional(z.string()),
  chat: Chat,
  from: z.optional(User),
  sender_chat: z.optional(z.object({ id: z.int() })),
  forward_origin: z.optional(z.unknown()),
  forward_date: z.optional(z.unknown()),
  via_bot: z.optional(z.unknown()),
  is_automatic_forward: z.optional(z.unknown()),
})
/** https://core.telegram.org/bots/api#callbackquery */
const Press = z.object({
  id: z.string(),
  from: User,
  data: z.string().check(z.regex(codePattern)),
  message: z.object({ chat: Chat, from: z.optional(User) }),
})
const Update = z.object({
  message: z.optional(Message),
  channel_post: z.optional(Message),
  callback_query: z.optional(Press),
})

const administrators: ReadonlySet<string> = new Set(['creator', 'administrator'])

const inChat = (chat: z.output<typeof Chat>) => ({
  chatId: chat.id,
  title: chat.title ?? chat.username ?? '',
  isPrivate: chat.type === 'private',
})

/** Private chats are their user's own, channels take only administrators' posts, anonymous ones the group's name. */
const provesItself = ({ chat, sender_chat }: z.output<typeof Message>): boolean =>
  chat.type === 'private' || chat.type === 'channel' || sender_chat?.id === chat.id

const commandFrom = (message: z.output<typeof Message>): ChatUpdate | undefined => {
  const { chat, from, sender_chat, text } = message
  const command = commandOf(text)
  if (command === undefined || untypedMembers.some((name) => message[name] !== undefined)) return undefined
  // In the name of another chat: `from` is a user of Telegram's own then.
  if (sender_chat !== undefined && sender_chat.id !== chat.id) return undefined
  return { ...inChat(chat), ...command, senderId: provesItself(message) ? undefined : (from?.id ?? 0) }
}

/** Anybody who sees a button may press it, an anonymous administrator by the own account. */
const pressFrom = ({ id, from, data, message }: z.output<typeof Press>): ChatUpdate => {
  const chat = inChat(message.chat)
  const name = message.from?.username
  return {
    ...chat,
    kind: 'press',
    code: data,
    pressId: id,
    senderId: chat.isPrivate ? undefined : from.id,
    mention: chat.isPrivate || name === undefined ? '' : `@${name}`,
  }
}

/** Reads chats as a Telegram bot. https://core.telegram.org/bots/api#setwebhook */
export const telegramChats = (url: string, token: string): ChatMessenger => {
  const base = `${url}/bot${token}`
  const secret = webhookSecretOf(token)

  const read = async <Schema extends z.ZodMiniType>(method: string, schema: Schema): Promise<z.output<Schema>> => {
    const answer = await http.read({ url: `${base}/${method}` })
    if (answer.status !== 200) throw http.problemFrom(answer)
    return http.parse(answer, schema)
  }

  const call = (method: string, body: object) =>
    http.send({
      method: 'POST',
      url: `${base}/${method}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  const listen = async (webhookUrl: string): Promise<void> => {
    const answer = await call('setWebhook', {
      url: webhookUrl,
      secret_token: secret,
      allowed_updates: ['message', 'channel_post', 'callback_query'],
    })
    if (answer.status !== 200) throw http.problemFrom(answer)
    http.parse(answer, Done)
  }

  return {
    secret,

    invite: async (webhookUrl, code) => {
      const [{ result }] = await Promise.all([read('getMe', Bot), listen(webhookUrl)])
      const link = `https://t.me/${result.username}`
      return {
        command: `/link@${result.username} ${code}`,
        links: { direct: `${link}?start=${code}`, group: `${link}?startgroup=${code}` },
      }
    },

    read: (update) => {
      const { data } = z.safeParse(Update, update)
      if (data?.callback_query !== undefined) return pressFrom(data.callback_query)
      const message = data?.message ?? data?.channel_post
      return message && commandFrom(message)
    },

    isAdministrator: async (chatId, userId) => {
      const { result } = await read(`getChatMember?chat_id=${chatId}&user_id=${userId}`, Member)
      return administrators.has(result.status)
    },

    isAddressed: async (mention) => {
      if (mention === '') return true
      const { result } = await read('getMe', Bot)
      return mention.toLowerCase() === `@${result.username}`.toLowerCase()
    },

    say: async (chatId, text, button) => {
      await telegramBot(url, token).post(chatId, { text, buttons: button === undefined ? [] : [button] })
    },

    answerPress: async (pressId, text) => {
      await call('answerCallbackQuery', { callback_query_id: pressId, text, show_alert: true }).catch(() => undefined)
    },
  }
}
