import * as z from 'zod/mini'
import type { BotFailure, ChatButton, ChatMessage, MessengerBot } from '../areas/messenger/messengerBot.ts'
import { type ProviderAnswer, providerHttp } from '../mechanisms/outbound/http.ts'
import { systemClock } from '../runtime/time/clock.ts'
import { cut, rowsOf } from './messageParts.ts'
import { failureFromError, reasonFrom, refusalFrom, waitFrom } from './messengerFailure.ts'

/** The longest text in characters; a longer one is cut. */
export const longestText = 4000
/**
 * The most rows of a keyboard and the most link buttons in a row. Further buttons are left out.
 *
 * @see https://dev.max.ru/docs-api
 */
export const keyboard = { mostRows: 30, widestRow: 3 }

const Posted = z.object({ message: z.object({ body: z.object({ mid: z.string() }) }) })
const Refusal = z.object({ code: z._default(z.string(), ''), message: z._default(z.string(), '') })

/** MAX may answer 200 to a deletion that it has not done, since November 2026 with a code. */
const Undone = z.object({ success: z.literal(false), ...Refusal.shape })

const reasonOf = ({ code = '', message = '' }: Partial<z.output<typeof Refusal>>): string =>
  reasonFrom([code, message].filter(Boolean).join(': '))

const failureFrom = (answer: ProviderAnswer): BotFailure => {
  const { status, headers } = answer
  if (status === 429) return { kind: 'busy', retryAfter: waitFrom(headers['retry-after']) }
  if (status === 401) return { kind: 'unauthorized' }
  if (status >= 500) return { kind: 'unavailable' }
  const reason = reasonOf(refusalFrom(Refusal, answer) ?? {})
  if (status === 404) return { kind: 'unreachable', reason }
  // The same answer for a right that was lost and for a bot that was removed.
  return { kind: status === 403 ? 'blocked' : 'refused', reason }
}

const buttonOf = (button: ChatButton) =>
  'url' in button
    ? { type: 'link', text: button.text, url: button.url }
    : { type: 'callback', text: button.text, payload: button.press }

const messageBody = ({ text, buttons }: ChatMessage) => ({
  text: cut(text, longestText),
  ...(buttons.length > 0 && {
    attachments: [
      { type: 'inline_keyboard', payload: { buttons: rowsOf(buttons, keyboard).map((row) => row.map(buttonOf)) } },
    ],
  }),
})

/**
 * Posts and deletes messages as a MAX bot. https://dev.max.ru/docs-api
 *
 * @param url base URL without a trailing slash
 * @param certificates PEM of authorities that are trusted for MAX besides those of Node
 */
export const maxBot = (url: string, token: string, certificates?: string): MessengerBot => {
  const http = providerHttp('MAX', systemClock, certificates)
  const headers = { authorization: token }

  return {
    messenger: 'max',

    post: async (chatId, message) => {
      try {
        const answer = await http.send({
          method: 'POST',
          url: `${url}/messages?chat_id=${chatId}`,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(messageBody(message)),
        })
        if (answer.status !== 200) return failureFrom(answer)
        return { kind: 'posted', messageId: http.parse(answer, Posted).message.body.mid }
      } catch (error) {
        return failureFromError(error)
      }
    },

    delete: async (_chatId, messageId) => {
      try {
        const query = new URLSearchParams({ message_id: messageId })
        const answer = await http.send({ method: 'DELETE', url: `${url}/messages?${query}`, headers })
        if (answer.status !== 200 && answer.status !== 404) return failureFrom(answer)
        const refused = answer.status === 200 ? refusalFrom(Undone, answer) : undefined
        if (refused === undefined || /not\.found/.test(refused.code)) return { kind: 'deleted' }
        return { kind: 'refused', reason: reasonOf(refused) }
      } catch (error) {
        return failureFromError(error)
      }
    },
  }
}
