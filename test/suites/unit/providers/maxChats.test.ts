import { expect, test } from 'vitest'
import { maxChats } from '../../../../shared/providers/maxChats.ts'
import { sandboxAdministrator } from '../../../local/sandbox/administrator.ts'
import { maxMessage, maxPress, maxRemoval, maxRights, maxStart, maxUpdate } from '../../../local/sandbox/chatUpdates.ts'
import { maxAccount } from '../../../local/sandbox/max.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { askedOf } from './askedOf.ts'

const sandbox = await sharedByTests(startSandbox())
const max = maxChats(sandbox.urls['MAX_API_URL'] ?? '', maxAccount.token)

const webhookUrl = 'https://api.test/messenger/webhooks/main'
const code = 'c'.repeat(59)
const chatId = -100
const stranger = 666

const answered = (path: string, status: number, body: unknown, times = 1): void =>
  sandbox.script({ path }, { kind: 'instead', response: { status, body } }, times)

const read = ({ body }: { readonly body: string }) => max.read(JSON.parse(body))
const admins = `/chats/${chatId}/members/admins`

test('an invitation links to the bot, and MAX is told the address, the secret and what to send', async () => {
  const requests = await askedOf(sandbox, async () =>
    expect(await max.invite(webhookUrl, code)).toEqual({
      command: `/link ${code}`,
      links: { direct: `https://max.ru/streamer_max_bot?start=${code}` },
    }),
  )

  expect(requests).toHaveLength(2)
  expect(requests).toContainEqual({ asked: 'GET /me', authorization: maxAccount.token })
  expect(requests).toContainEqual({
    asked: 'POST /subscriptions',
    authorization: maxAccount.token,
    contentType: 'application/json',
    body: {
      url: webhookUrl,
      secret: max.secret,
      update_types: [
        'message_created',
        'bot_started',
        'message_callback',
        'bot_admin_permissions_changed',
        'bot_removed',
      ],
    },
  })
})

test.each([[{ username: null }], [{}]])('a bot with the profile %j has no link', async (profile) => {
  answered('/me', 200, profile)

  expect(await max.invite(webhookUrl, code)).toEqual({ command: `/link ${code}`, links: {} })
})

test.each([
  ['/me', 403, { username: 'streamer_max_bot' }, 'provider_bad_answer'],
  ['/me', 200, { username: 1 }, 'provider_bad_answer'],
  ['/subscriptions', 429, {}, 'provider_unavailable'],
  ['/subscriptions', 400, { success: true }, 'provider_bad_answer'],
  ['/subscriptions', 200, { success: false }, 'provider_bad_answer'],
])('there is no invitation after %s is answered with %i %j', async (path, status, body, problem) => {
  answered(path, status, body)
  const before = sandbox.log.length

  await expect(max.invite(webhookUrl, code)).rejects.toMatchObject({ code: problem })
  await expect.poll(() => sandbox.log.length).toBe(before + 2)
})

test('a member of a chat is told as its sender', () => {
  const message = maxMessage(`/link ${code}`, { chatId, userId: stranger })

  expect(read(message)).toMatchObject({ kind: 'link', code, chatId, title: '', senderId: stranger })
})

test.each(['dialog', 'channel'])('a message in a %s proves itself', (type) => {
  const message = maxMessage(`/link ${code}`, { chatId, type })

  expect(read(message)).toMatchObject({ code, chatId, isPrivate: type === 'dialog', senderId: undefined })
})

test('a chat without a sender proves nothing', () => {
  const recipient = { chat_id: chatId, chat_type: 'chat' }
  const message = { recipient, sender: null, body: { text: `/link ${code}` } }

  expect(max.read({ update_type: 'message_created', message })).toMatchObject({ code, chatId, senderId: 0 })
})

test('a deep link carries the code by itself', () => {
  expect(read(maxStart(code, chatId))).toMatchObject({ kind: 'link', code, chatId, isPrivate: true })
})

test.each([
  ['a deep link with more than a code', maxStart(`${code}x`, chatId)],
  ['a deep link with something before the code', maxStart(` ${code}`, chatId)],
  ['a deep link with less than a code', maxStart('c'.repeat(58), chatId)],
  ['a message without text', maxUpdate({ update_type: 'message_created', message: { body: { text: null } } })],
  ['a message without code', maxMessage('/link', { chatId })],
  [
    'what is no message, though it has the form of one',
    maxUpdate({ ...JSON.parse(maxMessage(`/link ${code}`, { chatId }).body), update_type: 'message_edited' }),
  ],
  ['what is no start, though it has the form of one', maxUpdate({ update_type: 'x', chat_id: 1, payload: code })],
])('there is no code in %s', (_name, update) => {
  expect(read(update)).toBeUndefined()
})

test.each([
  [{ is_admin: false }, false],
  [{ permissions: ['read_all_messages', 'pin_message'] }, false],
  [{ permissions: [] }, false],
  [{ permissions: ['read_all_messages', 'write'] }, true],
  [{ permissions: ['post_edit_delete_message'] }, true],
  [{ permissions: null }, true],
  [{ is_channel: false, is_admin: false }, true],
])('a bot with the rights %j in a chat of MAX may post there: %s', (given, mayPost) => {
  expect(read(maxRights(chatId, given))).toMatchObject({ kind: 'rights', chatId, mayPost })
})

test('a bot that was removed from a chat of MAX may not post there', () => {
  expect(read(maxRemoval(chatId))).toMatchObject({ kind: 'rights', chatId, mayPost: false })
})

test('an administrator of a chat is found among others', async () => {
  const members = { members: [{ user_id: 1 }, { user_id: sandboxAdministrator }] }
  answered(admins, 200, members, 2)

  const requests = await askedOf(sandbox, async () => {
    expect(await max.isAdministrator(chatId, sandboxAdministrator)).toBe(true)
    expect(await max.isAdministrator(chatId, stranger)).toBe(false)
  })

  expect(requests[0]).toEqual({ asked: `GET ${admins}`, authorization: maxAccount.token })
})

test.each([403, 404])('nobody administers a chat that the bot may not look into (%i)', async (status) => {
  answered(admins, status, { members: [{ user_id: stranger }] })

  expect(await max.isAdministrator(chatId, stranger)).toBe(false)
})

test('nobody administers a chat of which MAX says nothing', async () => {
  answered(admins, 400, { members: [{ user_id: stranger }] })

  await expect(max.isAdministrator(chatId, stranger)).rejects.toMatchObject({
    code: 'provider_bad_answer',
    message: 'MAX sent an unexpected answer (400).',
  })
})

test('a bot’s message may have a button, and a press is answered', async () => {
  const requests = await askedOf(sandbox, async () => {
    await max.say(chatId, 'Sure?', { text: 'Yes', press: code })
    await max.answerPress('id', 'Done')
  })

  const payload = { buttons: [[{ type: 'callback', text: 'Yes', payload: code }]] }
  expect(requests).toMatchObject([
    {
      asked: `POST /messages?chat_id=${chatId}`,
      body: { text: 'Sure?', attachments: [{ type: 'inline_keyboard', payload }] },
    },
    { asked: 'POST /answers?callback_id=id', body: { notification: 'Done' } },
  ])
})

test('a press counts even if it cannot be answered', async () => {
  sandbox.script({ path: '/answers' }, { kind: 'dropBefore' })

  await expect(max.answerPress('id', 'Done')).resolves.toBeUndefined()
})

test.each([
  ['chat', { isPrivate: false, senderId: stranger }],
  ['channel', { isPrivate: false, senderId: stranger }],
  ['dialog', { isPrivate: true, senderId: undefined }],
])('a press in a %s carries its presser, and in a dialog its user', (type, expected) => {
  const press = read(maxPress(code, { chatId, userId: stranger, type }))

  expect(press).toMatchObject({ kind: 'press', code, chatId, ...expected })
})

test.each([
  ['', true],
  ['@streamer_max_bot', true],
  ['@another', false],
])('a command for “%s” is for this bot: %s', async (mention, isOurs) => {
  expect(await max.isAddressed(mention)).toBe(isOurs)
})
