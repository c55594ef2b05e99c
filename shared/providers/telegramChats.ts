import * as z from 'zod/mini'
import { type ChatMessenger, codeOf, confirmation, webhookSecretOf } from '../messenger/chatMessenger.ts'
import { providerHttp } from './http.ts'
import { telegramBot } from './telegramBot.ts'

const http = providerHttp('Telegram')

const Bot = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) })
const Done = z.object({ ok: z.literal(true) })
const Member = z.object({ ok: z.literal(true), result: z.object({ status: z.string() }) })

/** https://core.telegram.org/bots/api#message */
const Message = z.object({
  text: z.optional(z.string()),
  chat: z.object({
    id: z.int(),
    type: z.string(),
    title: z.optional(z.string()),
    username: z.optional(z.string()),
  }),
  from: z.optional(z.object({ id: z.int() })),
  sender_chat: z.optional(z.object({ id: z.int() })),
})
const Update = z.object({ message: z.optional(Message), channel_post: z.optional(Message) })

const administrators: ReadonlySet<string> = new Set(['creator', 'administrator'])

/** Private chats are their user's own, channels take posts of administrators alone, and an anonymous one sends in the group's name. */
const provesItself = ({ chat, sender_chat }: z.output<typeof Message>): boolean =>
  chat.type === 'private' || chat.type === 'channel' || sender_chat?.id === chat.id

/** Reads chats as a Telegram bot. https://core.telegram.org/bots/api#setwebhook */
export const telegramChats = (url: string, token: string): ChatMessenger => {
  const base = `${url}/bot${token}`
  const secret = webhookSecretOf(token)

  const read = async <Schema extends z.ZodMiniType>(method: string, schema: Schema): Promise<z.output<Schema>> => {
    const answer = await http.read({ url: `${base}/${method}` })
    if (answer.status !== 200) throw http.problemFrom(answer)
    return http.parse(answer, schema)
  }

  const listen = async (webhookUrl: string): Promise<void> => {
    const answer = await http.send({
      method: 'POST',
      url: `${base}/setWebhook`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        url: webhookUrl,
        secret_token: secret,
        allowed_updates: ['message', 'channel_post'],
      }),
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

    codeIn: (update) => {
      const { data } = z.safeParse(Update, update)
      const message = data?.message ?? data?.channel_post
      const code = codeOf(message?.text)
      if (message === undefined || code === undefined) return undefined
      const { chat, from } = message
      const senderId = provesItself(message) ? undefined : (from?.id ?? 0)
      return { code, chatId: chat.id, title: chat.title ?? chat.username ?? '', senderId }
    },

    isAdministrator: async (chatId, userId) => {
      const { result } = await read(`getChatMember?chat_id=${chatId}&user_id=${userId}`, Member)
      return administrators.has(result.status)
    },

    confirm: (chatId) => telegramBot(url, token).post(chatId, confirmation),
  }
}
