import { expect, test } from 'vitest'
import { telegramChats } from '../../../../shared/providers/telegramChats.ts'
import { telegramMessage, telegramPress, telegramUpdate } from '../../../local/sandbox/chatUpdates.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { telegramAccount, telegramPath } from '../../../local/sandbox/telegram.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { askedOf } from './askedOf.ts'

const sandbox = await sharedByTests(startSandbox())
const telegram = telegramChats(sandbox.urls['TELEGRAM_API_URL'] ?? '', telegramAccount.token)

const webhookUrl = 'https://api.test/messenger/webhooks/main'
const code = 'c'.repeat(59)
const chatId = -100
const stranger = 666

const answered = (path: string, status: number, body: unknown, times = 1): void =>
  sandbox.script({ path }, { kind: 'instead', response: { status, body } }, times)

const read = ({ body }: { readonly body: string }) => telegram.read(JSON.parse(body))
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
    body: {
      url: webhookUrl,
      secret_token: telegram.secret,
      allowed_updates: ['message', 'channel_post', 'callback_query'],
    },
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
  expect(read(telegramMessage(`/link ${code}`, { chatId, userId: stranger }))).toEqual({
    kind: 'link',
    code,
    chatId,
    title: 'Viewers',
    isPrivate: false,
    senderId: stranger,
    mention: '',
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
  expect(read(update)).toMatchObject({ code, chatId, title: 'Viewers', senderId: undefined })
})

test('a message in a group without a sender proves nothing', () => {
  expect(telegram.read({ message: { chat: group, text: `/link ${code}` } })).toMatchObject({ code, senderId: 0 })
})

test.each([
  ['a command for this bot', '/unlink@streamer_bot', '@Streamer_Bot', true],
  ['a command for another bot', '/unlink@other_bot', '@other_bot', false],
])('%s is known by its name', async (_name, text, mention, isOurs) => {
  expect(read(telegramMessage(text, { chatId }))).toMatchObject({
    kind: 'unlink',
    mention: text.slice('/unlink'.length),
  })
  expect(await telegram.isAddressed(mention)).toBe(isOurs)
})

test('a press carries the bot’s name and its presser', () => {
  expect(read(telegramPress(code, { chatId, userId: stranger }))).toMatchObject({
    kind: 'press',
    code,
    chatId,
    title: 'Viewers',
    isPrivate: false,
    senderId: stranger,
    mention: '@streamer_bot',
  })
})

test.each([
  ['channel', { isPrivate: false, senderId: stranger, mention: '@streamer_bot' }],
  ['private', { isPrivate: true, senderId: undefined, mention: '' }],
])('a press in a %s chat proves its sender only in a private chat', (type, expected) => {
  expect(read(telegramPress(code, { chatId, userId: stranger, type }))).toMatchObject(expected)
})

test.each([{ data: 'x' }, { message: undefined }])('a press with %j is ignored', (change) => {
  const { callback_query } = JSON.parse(telegramPress(code, { chatId }).body)

  expect(telegram.read({ callback_query: { ...callback_query, ...change } })).toBeUndefined()
})

test('a chat without title is named by its user name, or not at all', () => {
  const titleOf = (chat: object) =>
    telegram.read({ channel_post: { chat: { id: chatId, type: 'channel', ...chat }, text: `/link ${code}` } })?.title

  expect([titleOf({ title: 'T', username: 'u' }), titleOf({ username: 'u' }), titleOf({})]).toEqual(['T', 'u', ''])
})

test.each([
  ['an update of another kind', { my_chat_member: {} }],
  ['a message without text', { message: { chat: group } }],
  ['a message without code', { message: { chat: group, text: '/link' } }],
  ['a message of another form', { message: { chat: { id: 'x' }, text: `/link ${code}` } }],
])('there is no code in %s', (_name, update) => {
  expect(telegram.read(update)).toBeUndefined()
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

test('a bot’s message may have a button, and a press is answered', async () => {
  const requests = await askedOf(sandbox, async () => {
    await telegram.say(chatId, 'Hello')
    await telegram.say(chatId, 'Sure?', { text: 'Yes', press: code })
    await telegram.answerPress('id', 'Done')
  })

  const [send, answer] = [`POST ${telegramPath('sendMessage')}`, `POST ${telegramPath('answerCallbackQuery')}`]
  expect(requests).toMatchObject([
    { asked: send, body: { chat_id: chatId, text: 'Hello' } },
    {
      asked: send,
      body: { text: 'Sure?', reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: code }]] } },
    },
    { asked: answer, body: { callback_query_id: 'id', text: 'Done', show_alert: true } },
  ])
})

test('a press counts even if it cannot be answered', async () => {
  sandbox.script({ path: telegramPath('answerCallbackQuery') }, { kind: 'dropBefore' })

  await expect(telegram.answerPress('id', 'Done')).resolves.toBeUndefined()
})

test('the webhook secret does not reveal the token, and differs for each bot', () => {
  const other = telegramChats('http://127.0.0.1:1', 'another')

  expect(telegram.secret).toMatch(/^[\w-]{43}$/)
  expect(telegram.secret).toBe(telegramUpdate({}).headers['x-telegram-bot-api-secret-token'])
  expect(other.secret).not.toBe(telegram.secret)
})
