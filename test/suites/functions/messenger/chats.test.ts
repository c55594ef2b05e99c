import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { caps } from '../../../../shared/mechanisms/limits/limits.ts'
import {
  type ChatUpdate,
  maxMessage,
  maxStart,
  telegramMessage,
  telegramUpdate,
} from '../../../local/sandbox/chatUpdates.ts'
import { discordAddress } from '../../../local/sandbox/discord.ts'
import { manualWebhook } from '../../../local/sandbox/eventSenders.ts'
import { telegramPath, telegramRefusals } from '../../../local/sandbox/telegram.ts'
import { justNow } from '../../../support/expected.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startAnnouncements } from '../platforms/announcements.ts'

const service = await sharedByTests(startAnnouncements({ privateChats: true }))

const blocked = { blockedReason: 'the chat is not linked' }
const stranger = 666
let lastChat = -500_000
let lastStream = 0

const codeFor = async (recipient: string, accountId = 'main'): Promise<string> =>
  (await service.call('linkChat', { recipient, body: { accountId } })).body.code

const deliver = ({ accountId, headers, body }: ChatUpdate) =>
  service.call('receiveMessengerWebhook', { params: { accountId }, headers, body })

const chatsOf = async (recipient: string) => (await service.call('listChats', { recipient })).body.content

const announcersOf = async (recipient: string) => (await service.call('listAnnouncers', { recipient })).body

/** Somebody with an announcer for a chat that nobody has linked. */
const withAnnouncer = async (accountId = 'main') => {
  const [recipient, chatId] = [service.someone(), --lastChat]
  await service.call('addAnnouncer', { recipient, body: { text: 'We are live!', accountId, chatId } })
  return { recipient, chatId }
}

const goLive = async (recipientId: string): Promise<void> => {
  await service.receive(manualWebhook('STREAM_STARTED', { recipientId, streamId: `chats-${++lastStream}` }))
  await service.settle(recipientId)
}

const announced = (chatId: number) => service.sent(chatId).filter(({ text }) => text === 'We are live!')

test('an unlinked chat gets no announcement, and its announcer shows why, regression: a stranger could announce anywhere', async () => {
  const { recipient, chatId } = await withAnnouncer()

  await goLive(recipient)

  expect(announced(chatId)).toEqual([])
  const [listed] = await announcersOf(recipient)
  expect(listed).toMatchObject({ enabled: true, ...blocked })
  expect((await service.call('getAnnouncer', { recipient, params: { id: listed.id } })).body).toMatchObject({
    enabled: true,
    ...blocked,
    lastAnnouncement: { outcome: 'refused', reason: blocked.blockedReason },
  })
})

test('a chat gets announcements from the administrator’s code until it is unlinked', async () => {
  const { recipient, chatId } = await withAnnouncer()
  await deliver(telegramMessage(`/link@streamer_bot ${await codeFor(recipient)}`, { chatId }))
  const [listed] = await announcersOf(recipient)

  await goLive(recipient)
  const posted = announced(chatId)
  const [{ id }] = await chatsOf(recipient)
  const unlinked = await service.call('unlinkChat', { recipient, body: { id } })
  await goLive(recipient)

  expect(listed).not.toHaveProperty('blockedReason')
  expect(posted).toHaveLength(1)
  expect(unlinked).toMatchObject({ status: 200, body: {} })
  expect(announced(chatId)).toHaveLength(1)
  expect(await announcersOf(recipient)).toMatchObject([blocked])
  expect(await chatsOf(recipient)).toEqual([])
})

test('a code comes with its command and links, and sets the address and the secret of the bot’s webhook', async () => {
  const recipient = service.someone()
  const before = service.sandbox.log.length
  const now = Math.ceil(Date.now() / 1000) * 1000
  vi.useFakeTimers({ toFake: ['Date'], now })

  const { body } = await service.call('linkChat', { recipient, body: { accountId: 'main' } })

  const { code } = body
  expect(body).toEqual({
    code: expect.stringMatching(/^[\w-]{59}$/),
    command: `/link@streamer_bot ${code}`,
    links: {
      direct: `https://t.me/streamer_bot?start=${code}`,
      group: `https://t.me/streamer_bot?startgroup=${code}`,
    },
    expiresAt: new Date(now + 600_000).toISOString(),
  })
  const set = service.sandbox.log.slice(before).find(({ path }) => path === telegramPath('setWebhook'))
  expect(JSON.parse(set?.body ?? '{}')).toEqual({
    url: 'https://api.test/messenger/webhooks/main',
    secret_token: telegramUpdate({}).headers['x-telegram-bot-api-secret-token'],
    allowed_updates: ['message', 'channel_post', 'callback_query'],
  })
})

test('a code is stored as a hash, by one write, which costs half of a transaction', async () => {
  const match = { service: 'dynamodb', action: 'TransactWriteItems' }
  service.faults.setFaults({ rules: [{ match, fault: 'throttle' }] })
  const code = await codeFor(service.someone())
  service.faults.setFaults({ rules: [] })

  const { Items = [] } = await service.aws.client.send(new ScanCommand({ TableName: service.aws.table('chatCodes') }))

  expect(JSON.stringify(Items)).not.toContain(code)
})

test('a code for a bot account that the deployment has not is 404', async () => {
  const answer = await service.call('linkChat', { recipient: service.someone(), body: { accountId: 'nobody' } })

  expect(answer).toMatchObject({ status: 404, body: { errors: [{ pointer: '/accountId' }] } })
})

test('a recipient with the maximum of chats gets no code and links no webhook', async () => {
  const recipient = service.someone()
  for (let count = 0; count < caps.chats.items; count++)
    await service.link(recipient, { accountId: 'main', chatId: --lastChat })

  for (const body of [{ accountId: 'main' }, { webhook: discordAddress('1301000000000000003') }]) {
    const answer = await service.call('linkChat', { recipient, body })
    expect(answer).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
  }
})

test('a code works once, for ten minutes, and only through its own bot account', async () => {
  const recipient = service.someone()
  const now = Math.ceil(Date.now() / 1000) * 1000
  vi.useFakeTimers({ toFake: ['Date'], now })
  const [once, late, other] = [await codeFor(recipient), await codeFor(recipient), await codeFor(recipient)]
  const [first, second, third, fourth] = [--lastChat, --lastChat, --lastChat, --lastChat]

  await deliver(telegramMessage(`/link ${once}`, { chatId: first }))
  await deliver(telegramMessage(`/link ${once}`, { chatId: second }))
  await deliver(maxMessage(`/link ${other}`, { chatId: third }))
  vi.setSystemTime(now + 600_000)
  await deliver(telegramMessage(`/link ${late}`, { chatId: fourth }))

  expect((await chatsOf(recipient)).map(({ chatId }: { chatId: number }) => chatId)).toEqual([first])
})

test('a code that comes several times at once links one chat', async () => {
  const recipient = service.someone()
  const code = await codeFor(recipient)

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => deliver(telegramMessage(`/link ${code}`, { chatId: --lastChat }))),
  )

  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: '' })
  expect(await chatsOf(recipient)).toHaveLength(1)
})

test('a code that nobody has is answered as any other, so that a stranger learns nothing', async () => {
  const answer = await deliver(telegramMessage(`/link ${'x'.repeat(59)}`, { chatId: --lastChat }))

  expect(answer).toMatchObject({ status: 200, body: '' })
})

test('a code still links its chat when it is sent again after the store has failed', async () => {
  const [recipient, chatId] = [service.someone(), --lastChat]
  const update = telegramMessage(`/link ${await codeFor(recipient)}`, { chatId })
  const match = { service: 'dynamodb', action: 'TransactWriteItems' }
  service.faults.setFaults({ rules: [{ match, fault: 'throttle' }] })
  const failed = await deliver(update)
  service.faults.setFaults({ rules: [] })

  const answer = await deliver(update)

  expect([failed.status, answer.status]).toEqual([503, 200])
  expect(await chatsOf(recipient)).toMatchObject([{ chatId }])
})

test('chats are listed, those that were linked last first, and sorted by each of their properties', async () => {
  const recipient = service.someone()
  const link = async (title: string, chatId: number, minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    const message = { chat: { id: chatId, type: 'private', title }, from: { id: stranger } }
    const text = `/start ${await codeFor(recipient)}`
    await deliver(telegramUpdate({ message: { ...message, text } }))
    vi.useRealTimers()
  }
  const [least, middle, most] = [lastChat - 3, lastChat - 2, lastChat - 1]
  lastChat -= 3
  await link('b', most, 0)
  await link('c', least, 1)
  await service.link(recipient, { accountId: 'max-main', chatId: middle })
  const sorted = async (sort?: string) => {
    const { body } = await service.call('listChats', { recipient, ...(sort !== undefined && { query: { sort } }) })
    return body.content.map(({ chatId }: { chatId: number }) => chatId)
  }

  expect((await chatsOf(recipient)).at(-1)).toEqual({
    id: `max-main#${middle}`,
    accountId: 'max-main',
    chatId: middle,
    title: '',
    linkedAt: null,
    lostAt: null,
    lostReason: null,
  })
  expect(await sorted()).toEqual([least, most, middle])
  expect(await sorted('linkedAt,asc')).toEqual([middle, most, least])
  expect(await sorted('title,desc')).toEqual([least, most, middle])
  expect(await sorted('accountId,desc')).toEqual([middle, least, most])
  expect(await sorted('chatId,asc')).toEqual([least, middle, most])
})

const linkedBy = async (update: (code: string, chatId: number) => ChatUpdate, accountId = 'main') => {
  const [recipient, chatId] = [service.someone(), --lastChat]
  const answer = await deliver(update(await codeFor(recipient, accountId), chatId))
  expect(answer).toMatchObject({ status: 200, body: '' })
  return (await chatsOf(recipient)).map((chat: { chatId: number }) => chat.chatId === chatId)
}

test.each<[string, (code: string, chatId: number) => ChatUpdate, string?]>([
  ['an administrator of a group', (code, chatId) => telegramMessage(`/link ${code}`, { chatId })],
  [
    'somebody with careless fingers',
    (code, chatId) => telegramMessage(`/link   ${code} \n`, { chatId, type: 'private', userId: stranger }),
  ],
  ['a post of a channel', (code, chatId) => telegramMessage(`/link ${code}`, { chatId, type: 'channel' })],
  ['an administrator of a MAX chat', (code, chatId) => maxMessage(`/link ${code}`, { chatId }), 'max-main'],
  ['a deep link of MAX', maxStart, 'max-main'],
])('an update of a bot from %s links the chat', async (_name, update, accountId) => {
  expect(await linkedBy(update, accountId)).toEqual([true])
})

test.each<[string, (code: string, chatId: number) => ChatUpdate, string?]>([
  ['a member of a group', (code, chatId) => telegramMessage(`/link ${code}`, { chatId, userId: stranger })],
  ['somebody who talks of it', (code, chatId) => telegramMessage(`send /link ${code}`, { chatId })],
  ['somebody who says more', (code, chatId) => telegramMessage(`/link ${code} please`, { chatId })],
  ['a member of a MAX chat', (code, chatId) => maxMessage(`/link ${code}`, { chatId, userId: stranger }), 'max-main'],
  ['an update of another kind', () => telegramUpdate({ my_chat_member: {} })],
])('an update of a bot from %s links nothing', async (_name, update, accountId) => {
  expect(await linkedBy(update, accountId)).toEqual([])
})

test.each([
  ['a wrong secret', { 'x-telegram-bot-api-secret-token': 'wrong' }, 'main'],
  ['no secret', {}, 'main'],
  ['the secret of another bot', telegramUpdate({}).headers, 'max-main'],
  ['a bot that the deployment has not', telegramUpdate({}).headers, 'nobody'],
])('an update of a bot with %s is refused, all in the same words', async (_name, headers, accountId) => {
  const { body } = telegramMessage(`/link ${await codeFor(service.someone())}`, { chatId: --lastChat })

  const answer = await service.call('receiveMessengerWebhook', { params: { accountId }, headers, body })

  const detail = 'The webhook is not signed by this messenger.'
  expect(answer).toMatchObject({ status: 401, body: { code: 'signature_rejected', detail } })
})

test('an update of a bot from a member who is no administrator is noted in the log, without the code', async () => {
  const recipient = service.someone()
  const code = await codeFor(recipient)
  const written = vi.spyOn(process.stdout, 'write')

  await deliver(telegramMessage(`/link ${code}`, { chatId: --lastChat, userId: stranger }))

  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  const refusals = lines.filter((line) => line.includes('sender_is_no_administrator')).map((line) => JSON.parse(line))
  expect(refusals).toEqual([
    expect.objectContaining({
      level: 'WARN',
      message: 'chat',
      operation: 'receiveMessengerWebhook',
      requestId: 'test-request',
      recipientId: recipient,
    }),
  ])
  expect(lines.join('')).not.toContain(code)
})

test('an update is an error while the messenger cannot confirm its sender, so that it is sent again', async () => {
  const [recipient, chatId] = [service.someone(), --lastChat]
  const update = telegramMessage(`/link ${await codeFor(recipient)}`, { chatId })
  const failed = { kind: 'instead', response: telegramRefusals.failed } as const
  service.sandbox.script({ path: telegramPath('getChatMember') }, failed, 3)

  const answer = await deliver(update)
  const again = await deliver(update)

  expect([answer.status, again.status]).toEqual([503, 200])
  expect(await chatsOf(recipient)).toMatchObject([{ chatId }])
})

test('an update of a bot links the chat though the messenger does not take the confirmation', async () => {
  const [recipient, chatId] = [service.someone(), --lastChat]
  const kicked = { kind: 'instead', response: telegramRefusals.kicked } as const
  service.sandbox.script({ path: telegramPath('sendMessage'), bodyIncludes: String(chatId) }, kicked)

  const answer = await deliver(telegramMessage(`/link ${await codeFor(recipient)}`, { chatId }))

  expect(answer.status).toBe(200)
  expect(await chatsOf(recipient)).toMatchObject([{ chatId, title: 'Viewers', linkedAt: justNow }])
})

test('a chat of somebody else cannot be unlinked, and looks like an unknown one', async () => {
  const { recipient, chatId } = await withAnnouncer()
  await service.link(recipient, { accountId: 'main', chatId })
  const unlink = (id: string) => service.call('unlinkChat', { recipient: service.someone(), body: { id } })

  const [foreign, unknown] = [await unlink(`main#${chatId}`), await unlink('main#1')]

  expect(foreign).toMatchObject({ status: 404, body: { errors: [{ pointer: '/id' }] } })
  expect(unknown).toEqual(foreign)
  const command = new GetCommand({ TableName: service.aws.table('chats'), Key: { chat: `main#${chatId}` } })
  expect((await service.aws.client.send(command)).Item).toMatchObject({ recipientId: recipient })
})
