import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manualWebhook } from '../../sandbox/eventSenders.ts'
import { type Announcements, startAnnouncements } from './announcements.ts'

let service: Announcements

beforeAll(async () => {
  service = await startAnnouncements()
})
afterAll(() => service.stop())

let lastChat = 5000
const chat = () => ++lastChat

const buttons = [
  { text: 'Kick', url: 'https://kick.com/alice' },
  { text: 'Twitch', url: 'https://twitch.tv/alice' },
]

describe('a stream', () => {
  test('is announced once by every enabled announcer, with its buttons, and its message deleted at its end', async () => {
    // Prepare
    const recipientId = service.someone()
    const [chatId, other] = [chat(), chat()]
    await service.addAnnouncer(recipientId, { chatId, buttons })
    await service.addAnnouncer(recipientId, { chatId: other, text: 'Другой чат' })
    const data = { recipientId, streamId: 'stream-1' }

    // Act
    for (let count = 0; count < 5; count++) expect(await service.receive(manualWebhook('STREAM_STARTED', data))).toMatchObject({ status: 200, body: '' })
    await service.settle(recipientId)
    await service.settle(recipientId)

    // Assess
    expect(service.sent(chatId)).toEqual([
      {
        chat_id: chatId,
        text: 'We are live!',
        reply_markup: { inline_keyboard: buttons.map((button) => [button]) },
      },
    ])
    expect(service.sent(other)).toEqual([{ chat_id: other, text: 'Другой чат' }])
    expect(service.sent(chatId, 'deleteMessage')).toEqual([])

    for (let count = 0; count < 3; count++) await service.receive(manualWebhook('STREAM_ENDED', data))
    await service.settle(recipientId)
    await service.settle(recipientId)
    expect(service.sent(chatId, 'deleteMessage')).toEqual([{ chat_id: chatId, message_id: expect.any(Number) }])
    expect(service.sent(other, 'deleteMessage')).toHaveLength(1)
    expect(service.sent(chatId)).toHaveLength(1)
    expect((await service.stored(recipientId)).map(({ ending }) => ending)).toEqual(['deleted', 'deleted'])
  })
})
