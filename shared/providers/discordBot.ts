import * as z from 'zod/mini'
import type { BotFailure, ChatMessage, MessengerBot } from '../areas/messenger/messengerBot.ts'
import type { Webhook } from '../areas/messenger/webhookAddress.ts'
import { type ProviderAnswer, providerHttp } from '../mechanisms/outbound/http.ts'
import { type AddressBan, addressBan } from './addressBan.ts'
import { cut, rowsOf } from './messageParts.ts'
import { failureFromError, reasonFrom, refusalFrom, waitFrom } from './messengerFailure.ts'

const http = providerHttp('Discord')

/** The longest text in characters; a longer one is cut. */
export const longestText = 2000
/**
 * The rows of buttons of a message, and the longest address of a button.
 *
 * @see https://docs.discord.com/developers/components/reference#button
 */
export const keyboard = { mostRows: 5, widestRow: 5 }
const longestUrl = 512
/** Discord's numbers of a row of buttons, of a button, and of one that opens an address. */
const [actionRow, button, link] = [1, 2, 5]

/** The code of a message that does not exist (any more). */
const unknownMessage = 10_008
/** The code of a request that Discord's network refuses. */
const blockedByNetwork = 40_333
/** No access, no permission, a channel where a webhook needs a thread, and a closed thread: a person can mend them. */
const mendable: ReadonlySet<number> = new Set([
  50_001, 50_013, 40_058, 50_083, 160_005, 220_001, 220_002, 220_003, 220_004,
])

/** Ids are snowflakes, as texts of digits. https://docs.discord.com/developers/reference#snowflakes */
const Posted = z.object({ id: z.string().check(z.regex(/^\d+$/)) })
/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const Refusal = z.object({
  code: z._default(z.int(), 0),
  message: z._default(z.string(), ''),
  retry_after: z.optional(z.number()),
  global: z._default(z.boolean(), false),
})

/** The characters of Discord's Markdown, of its mentions, and of addresses that it makes links. */
const markup = /[\\`*_~|<>#@:[\].+-]/g

/** Whether Discord has banned the address of the caller. The answer may be a page; the limit of a webhook is none. */
const isBan = (status: number, refusal: z.output<typeof Refusal> | undefined): boolean =>
  status === 429
    ? refusal?.retry_after === undefined || refusal.global
    : status === 403 && (refusal === undefined || refusal.code === blockedByNetwork)

const failureFrom = (answer: ProviderAnswer, ban: AddressBan): BotFailure => {
  const { status, headers } = answer
  const refusal = refusalFrom(Refusal, answer)
  const isBanned = isBan(status, refusal)
  const retryAfter = waitFrom(refusal?.retry_after ?? headers['retry-after'])
  if (isBanned) ban.begin(retryAfter)
  else ban.end()
  if (status === 429 || isBanned) return { kind: 'busy', retryAfter }
  if (status >= 500) return { kind: 'unavailable' }
  const reason = reasonFrom(refusal === undefined ? '' : `${refusal.code}: ${refusal.message}`)
  // The webhook was deleted, or its token is another one. Discord bans clients that go on asking.
  if (refusal !== undefined && (status === 401 || status === 404)) return { kind: 'unreachable', reason }
  return { kind: mendable.has(refusal?.code ?? 0) ? 'blocked' : 'refused', reason }
}

/** Buttons whose addresses Discord would refuse are left out, since it would refuse the whole message. */
const componentsOf = (buttons: ChatMessage['buttons']) => {
  const opened = buttons.filter((each) => 'url' in each && /^https?:/.test(each.url) && each.url.length <= longestUrl)
  return rowsOf(opened, keyboard).map((row) => ({
    type: actionRow,
    components: row.map(({ text: label, ...target }) => ({ type: button, style: link, label, ...target })),
  }))
}

/** The text is the streamer's own, with Markdown; nobody is mentioned by it. */
const messageBody = ({ text, buttons }: ChatMessage) => {
  const components = componentsOf(buttons)
  return {
    content: cut(text, longestText),
    allowed_mentions: { parse: [] },
    ...(components.length > 0 && { components }),
  }
}

/** Of this process, for all webhooks. */
const ownBan = addressBan()

/**
 * Posts and deletes messages by a channel's webhook. https://docs.discord.com/developers/resources/webhook
 *
 * @param url base URL without a trailing slash
 * @param ban a ban of the address, during which nothing is asked
 */
export const discordBot = (url: string, { id, token }: Webhook, ban = ownBan): MessengerBot => {
  const address = `${url}/webhooks/${id}/${token}`

  const unlessBanned = async <Outcome>(
    request: Parameters<typeof http.send>[0],
    outcomeOf: (answer: ProviderAnswer) => Outcome,
  ): Promise<Outcome | BotFailure> => {
    const retryAfter = ban.secondsLeft()
    if (retryAfter !== undefined) return { kind: 'busy', retryAfter }
    try {
      return outcomeOf(await http.send(request))
    } catch (error) {
      return failureFromError(error)
    }
  }

  return {
    messenger: 'discord',
    escaped: (text) => text.replaceAll(markup, String.raw`\$&`),
    post: (_chatId, message) =>
      unlessBanned(
        {
          method: 'POST',
          // A webhook that belongs to no application shows buttons only if it is asked to.
          url: `${address}?wait=true&with_components=true`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(messageBody(message)),
        },
        (answer) => {
          if (answer.status !== 200) return failureFrom(answer, ban)
          ban.end()
          return { kind: 'posted', messageId: http.parse(answer, Posted).id } as const
        },
      ),
    delete: (_chatId, messageId) =>
      unlessBanned({ method: 'DELETE', url: `${address}/messages/${messageId}` }, (answer) => {
        const isGone = answer.status === 204 || refusalFrom(Refusal, answer)?.code === unknownMessage
        return isGone ? ({ kind: 'deleted' } as const) : failureFrom(answer, ban)
      }),
  }
}
