import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatMessenger } from '../../../shared/messenger/chatMessenger.ts'
import { telegramChats } from '../../../shared/providers/telegramChats.ts'
import { telegramMessage, telegramUpdate } from '../../sandbox/chatUpdates.ts'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import { telegramAccount, telegramPath } from '../../sandbox/telegram.ts'
import { askedOf } from './askedOf.ts'

let sandbox: Sandbox
let telegram: ChatMessenger

beforeAll(async () => {
  sandbox = await startSandbox()
  telegram = telegramChats(sandbox.urls['TELEGRAM_API_URL'] ?? '', telegramAccount.token)
})
afterAll(() => sandbox.stop())

const webhookUrl = 'https://api.test/messenger/webhooks/main'
const code = 'c'.repeat(59)
const chatId = -100
const stranger = 666
const confirmation = 'This chat is linked: announcements can be posted here.'

const answered = (path: string, status: number, body: unknown, times = 1): void =>
  sandbox.script({ path }, { kind: 'instead', response: { status, body } }, times)

const codeIn = ({ body }: { readonly body: string }) => telegram.codeIn(JSON.parse(body))
const group = { id: chatId, type: 'supergroup', title: 'Viewers' }

test('an invitation names the bot, and Telegram is told the address, the secret and what to send', async () => {
  const requests = await askedOf(sandbox, async () =>
    expect(await telegram.invite(webhookUrl, code)).toEqual({
      command: `/link@streamer_bot ${code}`,
      links: {
        direct: `https://t.me/streamer_bot?start=${code}`,
        group: `https://t.me/streamer_bot?startgroup=${code}`,
      },
    }),
  )

  expect(requests).toHaveLength(2)
  expect(requests).toContainEqual({ asked: `GET ${telegramPath('getMe')}` })
  expect(requests).toContainEqual({
    asked: `POST ${telegramPath('setWebhook')}`,
    contentType: 'application/json',
    body: { url: webhookUrl, secret_token: telegram.secret, allowed_updates: ['message', 'channel_post'] },
  })
})

test.each([
  ['getMe', 403, {}, 'provider_bad_answer'],
  ['getMe', 403, { ok: true, result: { username: 'streamer_bot' } }, 'provider_bad_answer'],
  ['getMe', 200, { ok: true, result: {} }, 'provider_bad_answer'],
  ['setWebhook', 429, {}, 'provider_unavailable'],
  ['setWebhook', 400, { ok: true }, 'provider_bad_answer'],
  ['setWebhook', 200, { ok: false }, 'provider_bad_answer'],
] as const)('there is no invitation after %s is answered with %i %j', async (method, status, body, problem) => {
  answered(telegramPath(method), status, body)
  const before = sandbox.log.length

  await expect(telegram.invite(webhookUrl, code)).rejects.toMatchObject({ code: problem })
  await expect.poll(() => sandbox.log.length).toBe(before + 2)
})

test('a member of a group is told as its sender', () => {
  expect(codeIn(telegramMessage(`/link ${code}`, { chatId, userId: stranger }))).toEqual({
    code,
    chatId,
    title: 'Viewers',
    senderId: stranger,
  })
})

test.each([
  ['a post of a channel', telegramMessage(`/link ${code}`, { chatId, type: 'channel' })],
  [
    'a post of a channel that does not say by whom',
    telegramUpdate({ channel_post: { chat: { ...group, type: 'channel' }, text: `/link ${code}` } }),
  ],
  ['a private chat', telegramMessage(`/start ${code}`, { chatId, type: 'private' })],
  [
    'an administrator who sends in the name of the group',
    telegramUpdate({ message: { chat: group, sender_chat: group, from: { id: 1 }, text: `/link ${code}` } }),
  ],
])('%s proves itself', (_name, update) => {
  expect(codeIn(update)).toEqual({ code, chatId, title: 'Viewers', senderId: undefined })
})

test.each([
  ['in a group in the name of another chat', { sender_chat: { id: -7 }, from: { id: stranger } }, stranger],
  ['in a group without a sender', {}, 0],
])('a message %s proves nothing', (_name, sender, senderId) => {
  const update = { message: { chat: group, text: `/link ${code}`, ...sender } }

  expect(telegram.codeIn(update)).toEqual({ code, chatId, title: 'Viewers', senderId })
})

test('a chat without title is named by its user name, or not at all', () => {
  const titleOf = (chat: object) =>
    telegram.codeIn({ channel_post: { chat: { id: chatId, type: 'channel', ...chat }, text: `/link ${code}` } })?.title

  expect([titleOf({ title: 'T', username: 'u' }), titleOf({ username: 'u' }), titleOf({})]).toEqual(['T', 'u', ''])
})

test.each([
  ['an update of another kind', { my_chat_member: {} }],
  ['a message without text', { message: { chat: group } }],
  ['a message without code', { message: { chat: group, text: '/link' } }],
  ['a message of another form', { message: { chat: { id: 'x' }, text: `/link ${code}` } }],
])('there is no code in %s', (_name, update) => {
  expect(telegram.codeIn(update)).toBeUndefined()
})

test.each([
  ['creator', true],
  ['administrator', true],
  ['member', false],
  ['left', false],
])('a %s of a chat administers it: %s', async (status, isAdministrator) => {
  answered(telegramPath('getChatMember'), 200, { ok: true, result: { status } })

  const requests = await askedOf(sandbox, async () =>
    expect(await telegram.isAdministrator(chatId, stranger)).toBe(isAdministrator),
  )

  expect(requests).toEqual([{ asked: `GET ${telegramPath('getChatMember')}?chat_id=-100&user_id=666` }])
})

test('nobody administers a chat of which Telegram says nothing', async () => {
  answered(telegramPath('getChatMember'), 400, { ok: true, result: { status: 'creator' } })

  await expect(telegram.isAdministrator(chatId, stranger)).rejects.toMatchObject({
    code: 'provider_bad_answer',
    message: 'Telegram sent an unexpected answer (400).',
  })
})

test('a link is confirmed in the chat', async () => {
  const requests = await askedOf(sandbox, () => telegram.confirm(chatId))

  expect(requests).toMatchObject([
    { asked: `POST ${telegramPath('sendMessage')}`, body: { chat_id: chatId, text: confirmation } },
  ])
})

test('the secret of webhooks shows nothing of the token, and is another one for another bot', () => {
  const other = telegramChats('http://127.0.0.1:1', 'another')

  expect(telegram.secret).toMatch(/^[\w-]{43}$/)
  expect(telegram.secret).toBe(telegramUpdate({}).headers['x-telegram-bot-api-secret-token'])
  expect(other.secret).not.toBe(telegram.secret)
})
