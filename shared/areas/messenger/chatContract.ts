import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty, Label, SafeInteger, text } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { pathNames } from '../../runtime/pathNames.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration, milliseconds } from '../../runtime/time/duration.ts'
import { chatCodeSeconds, listedMs, lossRetentionSeconds } from './chatTimes.ts'
import { webhookAddress, webhookFromAddress } from './webhookAddress.ts'

/** The time is enough for two calls to a messenger of at most five seconds each. */
const messengerTimeoutSeconds = 15

const providerProblems = ['provider_bad_answer', 'provider_unavailable', 'provider_timeout'] as const

const Webhook = z.pipe(
  z
    .string()
    .check(
      z.regex(webhookAddress, { error: 'Invalid address: expected https://discord.com/api/webhooks/{id}/{token}' }),
    ),
  z.transform(webhookFromAddress),
)

/** A chat that belongs to a recipient, or did: then it has `lostAt`. */
export const Chat = z
  .object({
    id: z.string(),
    accountId: z.string(),
    chatId: SafeInteger,
    title: z.string(),
    linkedAt: z.nullable(DateTimeAnswer),
    lostAt: z.nullable(DateTimeAnswer),
    lostReason: z.nullable(z.enum(['linked_by_another', 'unlinked_in_chat'])),
  })
  .register(z.globalRegistry, { id: 'Chat' })

/** A code that an administrator sends to a chat. */
const ChatCode = z
  .object({
    code: z.string(),
    command: z.string(),
    links: z.object({ direct: z.optional(z.string()), group: z.optional(z.string()) }),
    expiresAt: DateTimeAnswer,
  })
  .register(z.globalRegistry, { id: 'ChatCode' })

const chatExample = {
  id: 'main#-1001234567890',
  accountId: 'main',
  chatId: -1001234567890,
  title: 'Alice’s viewers',
  linkedAt: '2026-01-31T12:00:00.000Z',
  lostAt: null,
  lostReason: null,
}

const webhookExample = '1301234567890123456'
const tokenExample = `the_secret_part_of_the_address_of_the_webhook_${webhookExample}`
const codeExample = 'mJ0pSxk3H2yV7qZ4cW8nT1bR5dL9fG6aK0eU3iO7sQw'

export const linkChat = operation({
  id: 'linkChat',
  area: 'messenger',
  role: 'owner',
  method: 'POST',
  path: `/${pathNames.messenger}/commands/link-chat`,
  summary: 'Link a chat: by a code for a bot, or by the webhook of a channel',
  description: [
    'With `accountId`: the bot has to be in the chat; an administrator sends `command` there, or opens one of `links`.',
    `A code works once and for ${duration(chatCodeSeconds)}.`,
    'The bot names the linked recipient’s accounts in the chat, and tells how an administrator undoes it (`/unlink`). A chat that belongs to another recipient changes hands only when an administrator presses a button there, under a message that names the accounts of both. Messages that are forwarded or sent through another bot link nothing. `links.direct` exists only if the deployment allows private chats. The bot’s webhook is set to this deployment. With `webhook`, the address of a webhook of Discord: whoever has it may post in its channel, which is linked at once; the answer is the chat, whose `accountId` and `chatId` an announcer takes. The address is stored encrypted, and is no longer called once Discord has deleted the webhook. A code is a secret, so an `Idempotency-Key` is ignored.',
  ].join(' '),
  body: z.object({ accountId: z.optional(Label), webhook: z.optional(Webhook) }).check(
    z.refine(({ accountId, webhook }) => (accountId === undefined) !== (webhook === undefined), {
      path: ['accountId'],
      error: 'Expected either the account of a bot, or a webhook',
      ...violates('contradictory'),
    }),
  ),
  success: {
    body: z.union([ChatCode, Chat]),
  },
  problems: ['not_found', 'chat_already_linked', 'limit_reached', 'rate_limited', ...providerProblems],
  access: {
    'chats.byRecipient': ['Query'],
    chats: ['PutItem'],
    chatCodes: ['PutItem'],
    rates: ['UpdateItem'],
    'key:secrets.chats': ['Encrypt'],
  },
  providers: ['telegram', 'max', 'discord'],
  publicUrl: true,
  idempotency: 'never',
  timeoutSeconds: messengerTimeoutSeconds,
  examples: [
    {
      name: 'by Telegram',
      body: { accountId: 'main' },
      answer: {
        code: codeExample,
        command: `/link@streamer_bot ${codeExample}`,
        links: { group: `https://t.me/streamer_bot?startgroup=${codeExample}` },
        expiresAt: '2026-01-31T12:10:00.000Z',
      },
    },
    {
      name: 'by the webhook of a channel of Discord',
      body: { webhook: `https://discord.com/api/webhooks/${webhookExample}/${tokenExample}` },
      answer: { ...chatExample, id: `discord:${webhookExample}#1`, accountId: `discord:${webhookExample}`, chatId: 1 },
    },
  ],
})

export const listChats = operation({
  id: 'listChats',
  area: 'messenger',
  role: 'editor',
  method: 'GET',
  path: `/${pathNames.messenger}/chats`,
  summary: "The caller's chats",
  description: [
    'Newest first; sortable by `linkedAt`, `title`, `accountId` and `chatId`. `linkedAt` is null for a chat that was not linked by a code or a webhook: a group that has moved, or a chat of a deployment with open chats.',
    `A chat that was lost is listed for ${duration(lossRetentionSeconds)} with \`lostAt\` and \`lostReason\`: an administrator of the chat gave it to another recipient, or unlinked it there.`,
    'Nothing is sent to it.',
  ].join(' '),
  query: wholeQuery({}),
  success: { body: page(Chat), headers: pageHeaders },
  problems: [],
  access: { 'chats.byRecipient': ['Query'], chats: ['BatchGetItem'], 'key:cursors': ['GenerateMac'] },
  examples: [{ name: 'one', answer: pageExample([chatExample], 'linkedAt', false) }],
})

const Bot = z
  .object({ accountId: z.string(), messenger: z.enum(['telegram', 'max']) })
  .register(z.globalRegistry, { id: 'Bot' })

export const listBots = operation({
  id: 'listBots',
  area: 'messenger',
  role: 'owner',
  method: 'GET',
  path: `/${pathNames.messenger}/bots`,
  summary: 'The bot accounts of this deployment',
  description: [
    'Their names, which announcers and `link-chat` take as `accountId`, in alphabetical order. They are the deployment’s, and the same for every caller.',
    `A new one appears within ${milliseconds(listedMs)}.`,
  ].join(' '),
  success: { body: z.array(Bot) },
  problems: [],
  access: {},
  providers: ['botNames'],
  examples: [{ name: 'one', answer: [{ accountId: 'main', messenger: 'telegram' as const }] }],
})

export const unlinkChat = operation({
  id: 'unlinkChat',
  area: 'messenger',
  role: 'owner',
  method: 'POST',
  path: `/${pathNames.messenger}/commands/unlink-chat`,
  summary: 'Unlink a chat',
  description:
    'Nothing more is sent to the chat. Its announcers stay, with a `blockedReason`. A lost chat is only removed from the list.',
  body: z.object({ id: text(1, 128) }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { chats: ['DeleteItem'] },
  examples: [{ name: 'unlink', body: { id: chatExample.id }, answer: {} }],
})

const SecretHeader = z.optional(z.string())

/** The path to which the messenger sends the messages that a bot account reads. */
export const messengerWebhookPath = (accountId: string): string => `/${pathNames.messenger}/webhooks/${accountId}`

export const receiveMessengerWebhook = operation({
  id: 'receiveMessengerWebhook',
  area: 'messenger',
  method: 'POST',
  path: `/${pathNames.messenger}/webhooks/{accountId}`,
  summary: 'Receive the messages that a bot reads in its chats',
  description:
    'Updates of Telegram and MAX, each with the secret that the service gave the messenger when it set the webhook. A code of `link-chat` that an administrator has sent links the chat, the button under a request gives it to another recipient, and `/unlink` ends the link. What MAX tells of the bot’s rights in a channel is shown with its announcers (`blockedReason`). Everything else is dropped. A repeated update takes effect once.',
  auth: 'none',
  params: { accountId: Label },
  headers: { 'x-telegram-bot-api-secret-token': SecretHeader, 'x-max-bot-api-secret': SecretHeader },
  rawBody: true,
  success: { body: z.string(), contentType: 'text/plain; charset=utf-8', description: 'Accepted. Empty.' },
  problems: ['signature_rejected', 'malformed_body', ...providerProblems],
  access: {
    announcers: ['Query', 'UpdateItem'],
    chatCodes: ['GetItem', 'PutItem', 'DeleteItem'],
    chats: ['GetItem', 'PutItem', 'DeleteItem'],
    tokens: ['Query'],
  },
  providers: ['telegram', 'max', 'botNames'],
  asks: { called: 'the messenger', secret: 'the secret of the bot’s webhook, and a command', rates: [] },
  timeoutSeconds: messengerTimeoutSeconds,
})
