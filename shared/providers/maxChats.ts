import * as z from 'zod/mini'
import {
  type ChatMessenger,
  type ChatUpdate,
  codePattern,
  commandOf,
  webhookSecretOf,
} from '../areas/messenger/chatMessenger.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import { systemClock } from '../runtime/time/clock.ts'
import { maxBot } from './maxBot.ts'

const Bot = z.object({ username: z.nullish(z.string()) })
const Done = z.object({ success: z.literal(true) })
const Admins = z.object({ members: z.array(z.object({ user_id: z.int() })) })

const Recipient = z.object({ chat_id: z.int(), chat_type: z.string() })
const User = z.object({ user_id: z.int() })

/** https://dev.max.ru/docs-api/objects/Update */
const Update = z.discriminatedUnion('update_type', [
  z.object({
    update_type: z.literal('message_created'),
    message: z.object({
      recipient: Recipient,
      sender: z.nullish(User),
      body: z.object({ text: z.nullish(z.string()) }),
      link: z.nullish(z.object({ type: z.string() })),
    }),
  }),
  z.object({
    update_type: z.literal('bot_started'),
    chat_id: z.int(),
    payload: z.string().check(z.regex(codePattern)),
  }),
  z.object({
    update_type: z.literal('message_callback'),
    callback: z.object({ callback_id: z.string(), payload: z.string().check(z.regex(codePattern)), user: User }),
    message: z.object({ recipient: Recipient }),
  }),
  z.object({
    update_type: z.literal('bot_admin_permissions_changed'),
    chat_id: z.int(),
    is_channel: z.boolean(),
    is_admin: z.boolean(),
    permissions: z.nullish(z.array(z.string())),
  }),
  z.object({ update_type: z.literal('bot_removed'), chat_id: z.int() }),
])

const updateTypes = [...Update.def.options].map(({ shape }) => shape.update_type.def.values[0])

/** The right to post in a channel, and its name before 2026. Every member writes in a group. */
const writing: ReadonlySet<string> = new Set(['write', 'post_edit_delete_message'])

const inChat = ({ chat_id, chat_type }: z.output<typeof Recipient>) => ({
  chatId: chat_id,
  title: '',
  isPrivate: chat_type === 'dialog',
})

const updateFrom = (update: z.output<typeof Update>): ChatUpdate | undefined => {
  switch (update.update_type) {
    case 'bot_started':
      return { kind: 'link', code: update.payload, chatId: update.chat_id, title: '', isPrivate: true, mention: '' }
    case 'message_callback': {
      const { callback, message } = update
      const chat = inChat(message.recipient)
      const senderId = chat.isPrivate ? undefined : callback.user.user_id
      return { ...chat, kind: 'press', code: callback.payload, pressId: callback.callback_id, senderId, mention: '' }
    }
    case 'bot_admin_permissions_changed': {
      const { chat_id, is_channel, is_admin, permissions } = update
      const mayPost = !is_channel || (is_admin && (permissions?.some((each) => writing.has(each)) ?? true))
      return { kind: 'rights', chatId: chat_id, mayPost, title: '', isPrivate: false, mention: '' }
    }
    case 'bot_removed':
      return { kind: 'rights', chatId: update.chat_id, mayPost: false, title: '', isPrivate: false, mention: '' }
    case 'message_created': {
      const { recipient, sender, body, link } = update.message
      const command = commandOf(body.text ?? undefined)
      if (command === undefined || link?.type === 'forward') return undefined
      const chat = inChat(recipient)
      // A channel's posts have no sender: administrators alone write there.
      const isProven = chat.isPrivate || recipient.chat_type === 'channel'
      return { ...chat, ...command, senderId: isProven ? undefined : (sender?.user_id ?? 0) }
    }
  }
}

/** Reads chats as a MAX bot. https://dev.max.ru/docs-api/methods/POST/subscriptions */
export const maxChats = (url: string, token: string, certificates?: string): ChatMessenger => {
  const http = providerHttp('MAX', systemClock, certificates)
  const headers = { authorization: token }
  const secret = webhookSecretOf(token)

  const post = (path: string, body: object) =>
    http.send({
      method: 'POST',
      url: `${url}${path}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  const listen = async (webhookUrl: string): Promise<void> => {
    const answer = await post('/subscriptions', { url: webhookUrl, secret, update_types: updateTypes })
    if (answer.status !== 200) throw http.problemFrom(answer)
    http.parse(answer, Done)
  }

  const username = async (): Promise<string | undefined> => {
    const answer = await http.read({ url: `${url}/me`, headers })
    if (answer.status !== 200) throw http.problemFrom(answer)
    return http.parse(answer, Bot).username ?? undefined
  }

  return {
    secret,

    invite: async (webhookUrl, code) => {
      const [name] = await Promise.all([username(), listen(webhookUrl)])
      return {
        command: `/link ${code}`,
        links: name === undefined ? {} : { direct: `https://max.ru/${name}?start=${code}` },
      }
    },

    read: (update) => {
      const { data } = z.safeParse(Update, update)
      return data && updateFrom(data)
    },

    isAdministrator: async (chatId, userId) => {
      const answer = await http.read({ url: `${url}/chats/${chatId}/members/admins`, headers })
      // The bot may not see who the administrators are.
      if (answer.status === 403 || answer.status === 404) return false
      if (answer.status !== 200) throw http.problemFrom(answer)
      return http.parse(answer, Admins).members.some(({ user_id }) => user_id === userId)
    },

    isAddressed: async (mention) => mention === '' || mention === `@${await username()}`,

    say: async (chatId, text, button) => {
      await maxBot(url, token, certificates).post(chatId, { text, buttons: button === undefined ? [] : [button] })
    },

    answerPress: async (pressId, text) => {
      await post(`/answers?${new URLSearchParams({ callback_id: pressId })}`, { notification: text }).catch(
        () => undefined,
      )
    },
  }
}
