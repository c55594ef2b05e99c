import * as z from 'zod/mini'
import type { BotFailure, ChatButton, ChatMessage, MessengerBot } from '../areas/messenger/messengerBot.ts'
import { type ProviderAnswer, providerHttp } from '../mechanisms/outbound/http.ts'
import { cut } from './messageParts.ts'
import { failureFromError, reasonFrom, refusalFrom, waitFrom } from './messengerFailure.ts'

const http = providerHttp('Telegram')

/** The longest text in characters; a longer one, such as one with a donor's message, is cut. */
export const longestText = 4096

const Posted = z.object({ ok: z.literal(true), result: z.object({ message_id: z.int() }) })

/** https://core.telegram.org/bots/api#making-requests */
const Refusal = z.object({
  ok: z.literal(false),
  error_code: z.int(),
  description: z._default(z.string(), ''),
  parameters: z.optional(z.object({ retry_after: z.optional(z.number()), migrate_to_chat_id: z.optional(z.int()) })),
})

/** Descriptions of a 400 that mean that the chat is no more. */
const goneChat = /chat was deactivated|group is deactivated/i

/**
 * Descriptions of a 400 that a person can mend. Telegram makes a 400 of each 403 whose text is in capitals, and on 31
 * October 2023 it told every bot for hours that it had not enough rights.
 *
 * @see https://github.com/tdlib/telegram-bot-api/blob/master/telegram-bot-api/Client.cpp
 */
const closedChat =
  /chat not found|user not found|PEER_ID_INVALID|not enough rights|have no rights|CHAT_ADMIN_REQUIRED|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED|need administrator rights|TOPIC_CLOSED/i

/** Descriptions that mean that the message does not exist, or that Telegram no longer allows deleting it. */
const nothingToDelete = /message to delete not found|message identifier is not specified/i

const failureFrom = (answer: ProviderAnswer): BotFailure => {
  const { error_code: code = answer.status, description = '', parameters = {} } = refusalFrom(Refusal, answer) ?? {}
  const { retry_after: retryAfter, migrate_to_chat_id: chatId } = parameters
  if (code === 429) return { kind: 'busy', retryAfter: waitFrom(retryAfter) }
  // Telegram answers 404 to a malformed token.
  if (code === 401 || code === 404) return { kind: 'unauthorized' }
  if (code >= 500) return { kind: 'unavailable' }
  if (chatId !== undefined) return { kind: 'moved', chatId }
  const reason = reasonFrom(description)
  if (code === 403 || goneChat.test(description)) return { kind: 'unreachable', reason }
  return { kind: closedChat.test(description) ? 'blocked' : 'refused', reason }
}

const buttonOf = (button: ChatButton) =>
  'url' in button ? { text: button.text, url: button.url } : { text: button.text, callback_data: button.press }

/** Places each button in a row of its own. */
const sendMessageBody = (chatId: number, { text, buttons }: ChatMessage) => ({
  chat_id: chatId,
  text: cut(text, longestText),
  ...(buttons.length > 0 && {
    reply_markup: { inline_keyboard: buttons.map((button) => [buttonOf(button)]) },
  }),
})

/**
 * Posts and deletes messages as a Telegram bot. https://core.telegram.org/bots/api
 *
 * @param url base URL without a trailing slash
 * @param token `<bot id>:<secret>`
 */
export const telegramBot = (url: string, token: string): MessengerBot => {
  const call = (method: string, body: unknown): Promise<ProviderAnswer> =>
    http.send({
      method: 'POST',
      url: `${url}/bot${token}/${method}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    messenger: 'telegram',

    post: async (chatId, message) => {
      try {
        const answer = await call('sendMessage', sendMessageBody(chatId, message))
        if (answer.status !== 200) return failureFrom(answer)
        return { kind: 'posted', messageId: String(http.parse(answer, Posted).result.message_id) }
      } catch (error) {
        return failureFromError(error)
      }
    },

    delete: async (chatId, messageId) => {
      try {
        const answer = await call('deleteMessage', { chat_id: chatId, message_id: Number(messageId) })
        if (answer.status === 200) return { kind: 'deleted' }
        return nothingToDelete.test(refusalFrom(Refusal, answer)?.description ?? '')
          ? { kind: 'deleted' }
          : failureFrom(answer)
      } catch (error) {
        return failureFromError(error)
      }
    },
  }
}
