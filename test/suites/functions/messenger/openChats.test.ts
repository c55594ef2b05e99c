import { expect, test } from 'vitest'
import { discordAddress } from '../../../local/sandbox/discord.ts'
import { manualWebhook } from '../../../local/sandbox/eventSenders.ts'
import { telegramPath, telegramRefusals } from '../../../local/sandbox/telegram.ts'
import { justNow } from '../../../support/expected.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startAnnouncements } from '../platforms/announcements.ts'

const service = await sharedByTests(startAnnouncements({ openChats: true }))

let lastChat = 900_000
let lastStream = 0

/** The recipient's stream starts, and all is sent that can be. */
const goLive = async (recipientId: string): Promise<void> => {
  await service.receive(manualWebhook('STREAM_STARTED', { recipientId, streamId: `stream-${++lastStream}` }))
  await service.settle(recipientId)
}

const listOf = async (recipient: string) => (await service.call('listAnnouncers', { recipient })).body

/** Somebody who has announced to a chat, and somebody else who has an announcer for it too. */
const twoForOneChat = async () => {
  const [first, second] = [service.someone(), service.someone()]
  const chatId = ++lastChat
  await service.addAnnouncer(first, { chatId, text: 'first' })
  await goLive(first)
  await service.addAnnouncer(second, { chatId, text: 'second' })
  return { first, second, chatId }
}

const textsOf = (chatId: number) => service.sent(chatId).map(({ text }) => text)

test('with open chats, only the first announcer of a chat posts there, regression: anybody could', async () => {
  const { second, chatId } = await twoForOneChat()

  await goLive(second)

  expect(textsOf(chatId)).toEqual(['first'])
  const reason = 'another recipient announces to this chat'
  expect(await service.stored(second)).toMatchObject([{ ending: 'refused', reason }])
  expect(await listOf(second)).toMatchObject([{ enabled: false, disabledReason: reason, disabledAt: justNow, chatId }])
  expect((await listOf(second))[0]).not.toHaveProperty('blockedReason')
})

test('where chats are open, an announcer that is read has no reason for which nothing is sent', async () => {
  const recipient = service.someone()
  await service.addAnnouncer(recipient, { chatId: ++lastChat })
  const [{ id }] = await listOf(recipient)

  const { status, body } = await service.call('getAnnouncer', { recipient, params: { id } })

  expect(status).toBe(200)
  expect(body).not.toHaveProperty('blockedReason')
})

test('the same chat through another bot account is another chat', async () => {
  const { second } = await twoForOneChat()
  const chatId = ++lastChat
  await service.addAnnouncer(second, { chatId, accountId: 'max-main' })

  await goLive(second)

  const endings = (await service.stored(second)).map(({ accountId, ending }) => [accountId, ending])
  expect(endings).toContainEqual(['main', 'refused'])
  expect(endings).toContainEqual(['max-main', undefined])
})

test('of two who announce to a chat at the same time one does', async () => {
  const both = [service.someone(), service.someone()]
  const chatId = ++lastChat
  for (const recipient of both) await service.addAnnouncer(recipient, { chatId })

  await Promise.all(both.map(goLive))

  expect(service.sent(chatId)).toHaveLength(1)
  const endings = (await Promise.all(both.map(service.stored))).flat().map(({ ending }) => ending)
  expect(endings.filter((ending) => ending === 'refused')).toHaveLength(1)
})

test('a chat is free when its announcer has unlinked it', async () => {
  const { first, second, chatId } = await twoForOneChat()
  await service.call('unlinkChat', { recipient: first, body: { id: `main#${chatId}` } })

  await goLive(second)
  await service.addAnnouncer(first, { chatId, text: 'again' })
  await goLive(first)

  expect(textsOf(chatId)).toEqual(['first', 'second'])
})

test('a chat is free when its bot was kicked', async () => {
  const { first, second, chatId } = await twoForOneChat()
  service.sandbox.script({ path: telegramPath('sendMessage') }, { kind: 'instead', response: telegramRefusals.kicked })
  await service.receive(manualWebhook('GOAL', { recipientId: first, streamId: 'stream' }))
  await service.addAnnouncer(first, { chatId, trigger: 'GOAL', text: 'kicked' })
  await service.settle(first)

  await goLive(second)

  expect(textsOf(chatId).at(-1)).toBe('second')
  expect(await service.stored(second)).toMatchObject([{ state: 'posted' }])
})

test('a group that moves to the chat of somebody else is not followed', async () => {
  const { chatId } = await twoForOneChat()
  const mover = service.someone()
  const old = ++lastChat
  await service.addAnnouncer(mover, { chatId: old })
  const response = telegramRefusals.migrated(chatId)
  service.sandbox.script({ path: telegramPath('sendMessage') }, { kind: 'instead', response })

  await goLive(mover)

  expect(service.sent(chatId)).toHaveLength(1)
  expect(await listOf(mover)).toMatchObject([
    { chatId: old, enabled: false, disabledReason: 'the group has moved to a chat of another recipient' },
  ])
})

test('with open chats, a Discord channel still needs its webhook address', async () => {
  const [guesser, owner] = [service.someone(), service.someone()]
  const id = '1301000000000000002'
  const body = { text: 'first', accountId: `discord:${id}`, chatId: 1 }
  await service.call('addAnnouncer', { recipient: guesser, body })

  await goLive(guesser)
  const linked = await service.call('linkChat', { recipient: owner, body: { webhook: discordAddress(id) } })

  expect(await listOf(guesser)).toMatchObject([{ enabled: false, disabledReason: 'the chat is not linked' }])
  expect(linked.status).toBe(200)
})
