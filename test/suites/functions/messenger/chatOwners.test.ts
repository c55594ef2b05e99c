import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import {
  type ChatUpdate,
  maxMessage,
  maxPress,
  telegramMessage,
  telegramPress,
  telegramUpdate,
} from '../../../local/sandbox/chatUpdates.ts'
import { telegramPath } from '../../../local/sandbox/telegram.ts'
import { justNow } from '../../../support/expected.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startAnnouncements } from '../platforms/announcements.ts'

const service = await sharedByTests(startAnnouncements())

const stranger = 666
const nobody = 'a streamer without a linked account'
let lastChat = -700_000

const codeFor = async (recipient: string, accountId = 'main'): Promise<string> =>
  (await service.call('linkChat', { recipient, body: { accountId } })).body.code

const deliver = ({ accountId, headers, body }: ChatUpdate) =>
  service.call('receiveMessengerWebhook', { params: { accountId }, headers, body })

const chatsOf = async (recipient: string) => (await service.call('listChats', { recipient })).body.content

const textsIn = (chatId: number) => service.sent(chatId).map(({ text }) => text)

/** What the bots show to those who press a button. */
const answers = () =>
  service.sandbox.log
    .filter(({ path }) => path === telegramPath('answerCallbackQuery') || path === '/answers')
    .map(({ body }) => JSON.parse(body))
    .map(({ text, notification }) => text ?? notification)

/** What the button sends back that the bot of Telegram has shown last in a chat. */
const buttonIn = (chatId: number): string => {
  const [button] = service.sent(chatId).at(-1)?.reply_markup?.inline_keyboard.flat() ?? []
  return (button as unknown as { callback_data: string }).callback_data
}

const streamer = async (): Promise<{ recipient: string; names: string }> => {
  const recipient = service.someone()
  const codeVerifier = 'v'.repeat(43)
  await service.call('linkKick', { recipient, body: { authorizationCode: `good-kick-${recipient}`, codeVerifier } })
  await service.call('linkTwitch', { recipient, body: { authorizationCode: `good-twitch-${recipient}` } })
  return { recipient, names: `Kick: kick-${recipient}, Twitch: twitch-${recipient}` }
}

/** A chat of somebody, in which an administrator has sent the code of somebody else. */
const withRequest = async () => {
  const [owner, taker, chatId] = [await streamer(), await streamer(), --lastChat]
  await deliver(telegramMessage(`/link@streamer_bot ${await codeFor(owner.recipient)}`, { chatId }))
  const code = await codeFor(taker.recipient)
  await deliver(telegramMessage(`/start@streamer_bot ${code}`, { chatId }))
  return { owner, taker, chatId, code }
}

test('a chat says to whom it is linked and how that is undone, regression: it named nobody', async () => {
  const [{ recipient, names }, chatId, other] = [await streamer(), --lastChat, --lastChat]
  const unknown = service.someone()

  await deliver(telegramMessage(`/link@streamer_bot ${await codeFor(recipient)}`, { chatId }))
  await deliver(telegramMessage(`/link ${await codeFor(unknown)}`, { chatId: other }))

  const undo = (mention: string) =>
    `announcements can be posted here. An administrator undoes it with /unlink${mention}`
  expect(textsIn(chatId)).toEqual([`This chat is linked to ${names}: ${undo('@streamer_bot')}`])
  expect(textsIn(other)).toEqual([`This chat is linked to ${nobody}: ${undo('')}`])
})

test('a chat names at most five accounts in one line each', async () => {
  const { streamerFrom } = await import('../../../../shared/areas/messenger/chatTexts.ts')

  expect(streamerFrom(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more')
  expect(streamerFrom([`VKLive: a\n\u202Eb${'c'.repeat(99)}`])).toBe(`VKLive: a b${'c'.repeat(52)}…`)
})

test('a code does not take over a chat without a confirmation, regression: an opened link moved it in silence', async () => {
  const { owner, taker, chatId, code } = await withRequest()
  await deliver(telegramMessage(`/link ${code}`, { chatId: --lastChat }))

  expect(await chatsOf(taker.recipient)).toEqual([])
  expect(await chatsOf(owner.recipient)).toMatchObject([{ chatId, lostAt: null }])
  expect(textsIn(chatId).at(-1)).toBe(
    `Link this chat to ${taker.names}? It is linked to ${owner.names} now, whose announcements would end here. ` +
      'An administrator may confirm within ten minutes; without that, nothing changes.',
  )
  expect(Buffer.byteLength(buttonIn(chatId))).toBeLessThanOrEqual(64)
  expect(service.sent(chatId).at(-1)?.reply_markup?.inline_keyboard).toMatchObject([[{ text: 'Confirm' }]])
})

test('a chat changes hands when an administrator presses the button, and the former owner sees when', async () => {
  const { owner, taker, chatId } = await withRequest()
  const press = telegramPress(buttonIn(chatId), { chatId })

  await deliver(press)
  await deliver(press)

  const id = `main#${chatId}`
  expect(await chatsOf(taker.recipient)).toMatchObject([{ id, title: 'Viewers', linkedAt: justNow, lostAt: null }])
  const lost = { chatId, accountId: 'main', title: 'Viewers', linkedAt: justNow, lostAt: justNow }
  expect(await chatsOf(owner.recipient)).toEqual([
    { id: expect.stringMatching(/^#lost#/), ...lost, lostReason: 'linked_by_another' },
  ])
  expect(textsIn(chatId).at(-1)).toContain(`This chat is linked to ${taker.names}:`)
  expect(textsIn(chatId).at(-1)).toContain('/unlink@streamer_bot')
  expect(answers().slice(-2)).toEqual(['The chat is linked.', 'This request is over: get a new code.'])
})

test('a chat of MAX changes hands alike', async () => {
  const [owner, taker, chatId] = [service.someone(), service.someone(), --lastChat]
  await deliver(maxMessage(`/link ${await codeFor(owner, 'max-main')}`, { chatId }))
  await deliver(maxMessage(`/link ${await codeFor(taker, 'max-main')}`, { chatId }))
  const asked = service.sandbox.log.findLast(
    ({ path, query }) => path === '/messages' && query.get('chat_id') === `${chatId}`,
  )
  const [[{ payload }]] = JSON.parse(asked?.body ?? '').attachments[0].payload.buttons

  await deliver(maxPress(payload, { chatId, userId: stranger }))
  const before = await chatsOf(taker)
  await deliver(maxPress(payload, { chatId }))

  expect(before).toEqual([])
  expect(await chatsOf(taker)).toMatchObject([{ chatId, lostAt: null }])
  expect(await chatsOf(owner)).toMatchObject([{ chatId, lostAt: justNow }])
})

test.each<[string, (pressed: string, chatId: number) => ChatUpdate | Promise<ChatUpdate>, string | undefined]>([
  [
    'by a member',
    (pressed, chatId) => telegramPress(pressed, { chatId, userId: stranger }),
    'Only an administrator of this chat can confirm.',
  ],
  [
    'in another chat',
    (pressed) => telegramPress(pressed, { chatId: --lastChat }),
    'This request is over: get a new code.',
  ],
  [
    'after ten minutes',
    (pressed, chatId) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
      return telegramPress(pressed, { chatId })
    },
    'This request is over: get a new code.',
  ],
  [
    'after the chat was linked anew',
    async (pressed, chatId) => {
      const [{ recipientId }] = await ownersOf(chatId)
      await deliver(telegramMessage(`/link ${await codeFor(recipientId)}`, { chatId }))
      return telegramPress(pressed, { chatId })
    },
    'This request is over: get a new code.',
  ],
  [
    'whose content was typed as a code in a chat that nobody has linked',
    (pressed) => telegramMessage(`/link ${pressed}`, { chatId: --lastChat }),
    undefined,
  ],
])('a chat does not change hands by a button that is pressed %s', async (_name, pressed, shown) => {
  const { owner, taker, chatId } = await withRequest()
  const before = answers().length

  await deliver(await pressed(buttonIn(chatId), chatId))

  expect(await chatsOf(taker.recipient)).toEqual([])
  expect(await chatsOf(owner.recipient)).toMatchObject([{ chatId, lostAt: null }])
  expect(answers().slice(before)).toEqual(shown === undefined ? [] : [shown])
})

test('a press and an /unlink by a member who is not an administrator are logged', async () => {
  const { owner, taker, chatId } = await withRequest()
  const written = vi.spyOn(process.stdout, 'write')

  await deliver(telegramPress(buttonIn(chatId), { chatId, userId: stranger }))
  await deliver(telegramMessage('/unlink', { chatId, userId: stranger }))

  const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('no_administrator'))
  written.mockRestore()
  expect(lines.map((line) => JSON.parse(line).recipientId)).toEqual([taker.recipient, owner.recipient])
})

test('a chat does not change hands by a code in a button, which names no chat', async () => {
  const [owner, taker, chatId] = [service.someone(), service.someone(), --lastChat]
  await service.link(owner, { accountId: 'main', chatId })

  await deliver(telegramPress(await codeFor(taker), { chatId }))

  expect(await chatsOf(owner)).toMatchObject([{ chatId, lostAt: null }])
})

/** The items of the present owner of a chat. */
const ownersOf = async (chatId: number): Promise<[{ recipientId: string }]> => {
  const { Items = [] } = await service.aws.client.send(new ScanCommand({ TableName: service.aws.table('chats') }))
  return Items.filter(({ chat }) => chat === `main#${chatId}`) as unknown as [{ recipientId: string }]
}

const chatOf = (id: number) => ({ id, type: 'supergroup', title: 'Viewers' })

test.each([
  ['is forwarded', { forward_origin: { type: 'user', date: 1, sender_user: { id: stranger } } }],
  ['is forwarded, as older bots see it', { forward_date: 1, forward_from: { id: stranger } }],
  ['comes through another bot', { via_bot: { id: 2, is_bot: true } }],
  ['is a copy of a channel’s post', { is_automatic_forward: true }],
  ['is sent in the name of a channel', { sender_chat: { id: -5, type: 'channel' } }],
])(
  'a message that was not typed in the chat links nothing when it %s, regression: a forwarded code gave the group away',
  async (_name, members) => {
    const [recipient, chatId] = [service.someone(), --lastChat]
    const text = `/link ${await codeFor(recipient)}`

    await deliver(telegramUpdate({ message: { chat: chatOf(chatId), from: { id: 1 }, text, ...members } }))

    expect(await chatsOf(recipient)).toEqual([])
    expect(textsIn(chatId)).toEqual([])
  },
)

test('a message that nobody typed in the chat links nothing when MAX has forwarded it', async () => {
  const [recipient, chatId] = [service.someone(), --lastChat]
  const { body, ...update } = maxMessage(`/link ${await codeFor(recipient, 'max-main')}`, { chatId })
  const { message, ...rest } = JSON.parse(body)

  await deliver({ ...update, body: JSON.stringify({ ...rest, message: { ...message, link: { type: 'forward' } } }) })

  expect(await chatsOf(recipient)).toEqual([])
})

test('a private chat is refused if the deployment forbids it, and its code still works in a group', async () => {
  const [recipient, privateId, chatId] = [service.someone(), -lastChat, --lastChat]
  const { body: linked } = await service.call('linkChat', { recipient, body: { accountId: 'main' } })
  const from = { chatId: privateId, type: 'private', userId: stranger }

  await deliver(telegramMessage(`/start ${linked.code}`, from))
  const before = await chatsOf(recipient)
  await deliver(telegramMessage(`/link ${linked.code}`, { chatId }))

  expect(Object.keys(linked.links)).toEqual(['group'])
  expect(before).toEqual([])
  expect(textsIn(privateId)).toEqual([
    'A private chat cannot be linked here. Add the bot to a group or a channel, and send the code there.',
  ])
  expect(await chatsOf(recipient)).toMatchObject([{ chatId }])
})

const linked = async () => {
  const [recipient, chatId] = [service.someone(), --lastChat]
  await deliver(telegramMessage(`/link ${await codeFor(recipient)}`, { chatId }))
  return { recipient, chatId }
}

test('/unlink of an administrator unlinks the chat, and its owner sees that', async () => {
  const { recipient, chatId } = await linked()

  await deliver(telegramMessage('/unlink@streamer_bot', { chatId }))
  await deliver(telegramMessage('/unlink', { chatId }))

  expect(await chatsOf(recipient)).toMatchObject([{ chatId, lostAt: justNow, lostReason: 'unlinked_in_chat' }])
  expect(textsIn(chatId).slice(1)).toEqual(['This chat is no longer linked: no announcements are posted here.'])
})

test.each([
  ['of a member', '/unlink', stranger],
  ['for another bot', '/unlink@other_bot', 1],
  ['with more words', '/unlink this', 1],
])('/unlink %s changes nothing', async (_name, text, userId) => {
  const { recipient, chatId } = await linked()

  await deliver(telegramMessage(text, { chatId, userId }))

  expect(await chatsOf(recipient)).toMatchObject([{ chatId, lostAt: null }])
  expect(textsIn(chatId)).toHaveLength(1)
})

const lost = async () => {
  const [recipient, chatId] = [service.someone(), --lastChat]
  await service.link(recipient, { accountId: 'main', chatId })
  await deliver(telegramMessage('/unlink', { chatId }))
  return { recipient, chatId }
}

test('simultaneous commands get one answer in the chat', async () => {
  const [owner, taker, chatId] = [service.someone(), service.someone(), --lastChat]
  await service.link(owner, { accountId: 'main', chatId })
  const code = await codeFor(taker)
  const atOnce = (text: string) =>
    Promise.all(Array.from({ length: 5 }, () => deliver(telegramMessage(text, { chatId }))))

  await atOnce(`/link ${code}`)
  await atOnce('/unlink')

  expect(textsIn(chatId)).toEqual([
    expect.stringMatching(/^Link this chat to /),
    expect.stringMatching(/^This chat is no longer linked/),
  ])
})

test('a lost chat is forgotten after 30 days, and at once when its owner wants that', async () => {
  const { recipient, chatId } = await lost()
  const { Items = [] } = await service.aws.client.send(new ScanCommand({ TableName: service.aws.table('chats') }))
  const lostChat = Items.find((item) => item['recipientId'] === recipient)
  const [{ id }] = await chatsOf(recipient)

  const answer = await service.call('unlinkChat', { recipient, body: { id } })

  expect(answer).toMatchObject({ status: 200 })
  expect(await chatsOf(recipient)).toEqual([])
  expect(lostChat).toMatchObject({ chatId })
  expect(Math.round(Number(lostChat?.['expiresAt']) - Date.now() / 1000) / 86_400).toBeCloseTo(30, 1)
})

test('a lost chat is listed for each of those who have lost it', async () => {
  const [{ recipient, chatId }, other] = [await lost(), service.someone()]
  await service.link(other, { accountId: 'main', chatId })

  await deliver(telegramMessage('/unlink', { chatId }))

  expect(await chatsOf(recipient)).toMatchObject([{ chatId, lostAt: justNow }])
  expect(await chatsOf(other)).toMatchObject([{ chatId, lostAt: justNow }])
})

test('lost chats are listed one by one, those of one bot and one that two bots have lost', async () => {
  const [recipient, chatId, other] = [service.someone(), --lastChat, --lastChat]
  await service.link(recipient, { accountId: 'main', chatId })
  await service.link(recipient, { accountId: 'main', chatId: other })
  await service.link(recipient, { accountId: 'max-main', chatId })

  await deliver(telegramMessage('/unlink', { chatId }))
  await deliver(telegramMessage('/unlink', { chatId: other }))
  await deliver(maxMessage('/unlink', { chatId }))

  const found = await chatsOf(recipient)
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ accountId: 'main', chatId }),
      expect.objectContaining({ accountId: 'main', chatId: other }),
      expect.objectContaining({ accountId: 'max-main', chatId }),
    ]),
  )
})

test('a lost chat that is linked again is listed once, and its announcers have a reason meanwhile', async () => {
  const { recipient, chatId } = await lost()
  await service.call('addAnnouncer', { recipient, body: { text: 'Live!', accountId: 'main', chatId } })
  const [blocked] = (await service.call('listAnnouncers', { recipient })).body

  await deliver(telegramMessage(`/link ${await codeFor(recipient)}`, { chatId }))

  expect(blocked).toMatchObject({ blockedReason: 'the chat is not linked' })
  expect(await chatsOf(recipient)).toMatchObject([{ id: `main#${chatId}`, lostAt: null }])
})
