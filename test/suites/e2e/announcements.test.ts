import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { manualWebhook, type SignedWebhook } from '../../local/sandbox/eventSenders.ts'
import { telegramPath } from '../../local/sandbox/telegram.ts'
import { clientOf, request } from '../../support/apiClient.ts'
import { between } from '../../support/expected.ts'
import { linkChat } from '../../support/linkChat.ts'

/** Milliseconds within which a stream's start or end has to have reached the messenger, and in which nothing more may follow. */
const limit = 10_000
const quiet = 1_000

interface LoggedRequest {
  readonly path: string
  readonly body: string
}

const sent = async (chatId: number, method: 'sendMessage' | 'deleteMessage') => {
  const log = (await (await fetch(inject('localApi').sandboxLog)).json()) as readonly LoggedRequest[]
  return log
    .filter(({ path }) => path === telegramPath(method))
    .map(({ body }) => JSON.parse(body) as { readonly chat_id: number; readonly text?: string })
    .filter(({ chat_id, text }) => chat_id === chatId && !text?.startsWith('This chat is linked to '))
}

const reached = async (chatId: number, method: 'sendMessage' | 'deleteMessage', count = 1, within = limit) => {
  const end = Date.now() + within
  while (Date.now() < end && (await sent(chatId, method)).length < count) await sleep(50)
  await sleep(quiet)
  return sent(chatId, method)
}

const deliver = ({ platform, headers, body }: SignedWebhook) =>
  request('POST', `/platforms/webhooks/${platform}`, { headers, body })

test('a stream that starts five times is announced once with its buttons; that ends five times, deleted once', async () => {
  const recipientId = 'announced-alice'
  const chatId = -1009001
  const buttons = [{ text: 'Watch', url: 'https://kick.com/alice' }]
  const announcer = { text: 'We are live!', accountId: 'main', chatId, buttons }
  const client = clientOf(recipientId)
  await client('POST', '/messenger/commands/add-announcer', announcer)
  await linkChat(client, chatId)
  const data = { recipientId, streamId: 'stream-1', title: 'Hello' }
  const five = <Value>(make: () => Value) => Array.from({ length: 5 }, make)

  const started = await Promise.all(five(() => deliver(manualWebhook('STREAM_STARTED', data))))
  const posts = await reached(chatId, 'sendMessage')
  const early = await sent(chatId, 'deleteMessage')
  const ended = await Promise.all(five(() => deliver(manualWebhook('STREAM_ENDED', data))))
  const deletions = await reached(chatId, 'deleteMessage')

  expect([...started, ...ended].map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(posts).toEqual([{ chat_id: chatId, text: 'We are live!', reply_markup: { inline_keyboard: [buttons] } }])
  expect(early).toEqual([])
  expect(deletions).toEqual([{ chat_id: chatId, message_id: between(1, 1_000_000) }])
  expect(await sent(chatId, 'sendMessage')).toHaveLength(1)
})

test('five announcers of one group are posted within twenty seconds, regression: the fifth waited for minutes', async () => {
  const [recipientId, chatId] = ['announced-eve', -1009002]
  const client = clientOf(recipientId)
  for (let index = 0; index < 5; index++) {
    const announcer = { text: `We are live ${index}!`, accountId: 'main', chatId }
    await client('POST', '/messenger/commands/add-announcer', announcer)
  }
  await linkChat(client, chatId)

  await deliver(manualWebhook('STREAM_STARTED', { recipientId, streamId: 'stream-1', title: 'Hello' }))
  const posts = await reached(chatId, 'sendMessage', 5, 20_000)

  expect(posts.map(({ text }) => text).toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `We are live ${index}!`))
})
