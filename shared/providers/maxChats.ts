import * as z from 'zod/mini'
import { type ChatMessenger, codeOf, confirmation, webhookSecretOf } from '../messenger/chatMessenger.ts'
import { providerHttp } from './http.ts'
import { maxBot } from './maxBot.ts'

const http = providerHttp('MAX')

const Bot = z.object({ username: z.nullish(z.string()) })
const Done = z.object({ success: z.literal(true) })
const Admins = z.object({ members: z.array(z.object({ user_id: z.int() })) })

/** https://dev.max.ru/docs-api/objects/Update */
const Created = z.object({
  update_type: z.literal('message_created'),
  message: z.object({
    recipient: z.object({ chat_id: z.int(), chat_type: z.string() }),
    sender: z.nullish(z.object({ user_id: z.int() })),
    body: z.object({ text: z.nullish(z.string()) }),
  }),
})
const Started = z.object({
  update_type: z.literal('bot_started'),
  chat_id: z.int(),
  payload: z.string().check(z.regex(/^[\w-]{59}$/)),
})

/** Reads chats as a MAX bot. https://dev.max.ru/docs-api/methods/POST/subscriptions */
export const maxChats = (url: string, token: string): ChatMessenger => {
  const headers = { authorization: token }
  const secret = webhookSecretOf(token)

  const listen = async (webhookUrl: string): Promise<void> => {
    const answer = await http.send({
      method: 'POST',
      url: `${url}/subscriptions`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ url: webhookUrl, secret, update_types: ['message_created', 'bot_started'] }),
    })
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

    codeIn: (update) => {
      const { data: started } = z.safeParse(Started, update)
      if (started !== undefined) return { code: started.payload, chatId: started.chat_id, title: '' }
      const { data } = z.safeParse(Created, update)
      const code = codeOf(data?.message.body.text ?? undefined)
      if (data === undefined || code === undefined) return undefined
      const { recipient, sender } = data.message
      // A channel's posts have no sender: administrators alone write there.
      const isProven = recipient.chat_type === 'dialog' || recipient.chat_type === 'channel'
      return {
        code,
        chatId: recipient.chat_id,
        title: '',
        senderId: isProven ? undefined : (sender?.user_id ?? 0),
      }
    },

    isAdministrator: async (chatId, userId) => {
      const answer = await http.read({ url: `${url}/chats/${chatId}/members/admins`, headers })
      // The bot may not see who the administrators are.
      if (answer.status === 403 || answer.status === 404) return false
      if (answer.status !== 200) throw http.problemFrom(answer)
      return http.parse(answer, Admins).members.some(({ user_id }) => user_id === userId)
    },

    confirm: (chatId) => maxBot(url, token).post(chatId, confirmation),
  }
}
