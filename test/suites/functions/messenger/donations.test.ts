import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { discordAddress, discordPath } from '../../../local/sandbox/discord.ts'
import { telegramPath } from '../../../local/sandbox/telegram.ts'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())
const context = { getRemainingTimeInMillis: () => 30_000 }

let lastChat = -7000

/** A recipient with a gateway, and an announcer of donations for a chat. */
const announcing = async (fields: object = {}) => {
  const recipient = bench.someone()
  const chat = { accountId: 'main', chatId: --lastChat }
  const Item = { chat: `main#${chat.chatId}`, recipientId: recipient, ...chat, revision: 'first' }
  await bench.aws.client.send(new PutCommand({ TableName: bench.aws.table('chats'), Item }))
  const text = '{nickname} gave {amount}: {message}'
  await bench.call('addAnnouncer', { recipient, body: { text, ...chat, trigger: 'PAYMENT_COMPLETED', ...fields } })
  return { ...(await bench.manual(recipient)), ...chat }
}
type Announcing = Awaited<ReturnType<typeof announcing>>

const announce = async ({ recipient }: Announcing) => {
  await bench.deliver('announceStream', await bench.itemsOf('streamEvents', recipient))
  const queued = (await bench.itemsOf('announcements', recipient)).filter(({ state }) => state === 'queued')
  await bench.deliver('sendAnnouncement', queued, context)
}

const posted = ({ chatId }: Announcing): readonly string[] =>
  bench.sandbox.log
    .filter(({ path }) => path === telegramPath('sendMessage'))
    .map(({ body }) => JSON.parse(body))
    .filter(({ chat_id }) => chat_id === chatId)
    .map(({ text }) => text)

const endings = async ({ recipient }: Announcing) =>
  (await bench.itemsOf('announcements', recipient)).map(({ ending }) => ending)

const pay = async (recipient: Announcing, type = 'completed', more: object = {}) => {
  const texts = { gatewayId: 'payment-1', nickname: 'Mira', message: 'Great!' }
  await bench.tell(recipient, type, { ...texts, ...more })
  await bench.project()
}

test('a donation is announced once with its texts, however often it is reported, projected and announced', async () => {
  const recipient = await announcing()

  for (let count = 0; count < 2; count++) {
    await pay(recipient)
    await announce(recipient)
  }

  expect(posted(recipient)).toEqual(['Mira gave 12.34 EUR: Great!'])
})

test('a donation whose alert is held is announced when it is shown, and never when it is hidden', async () => {
  const recipient = await announcing()
  const caller = { recipient: recipient.recipient }
  await bench.call('putConfig', { ...caller, body: { name: 'alerts', value: { moderation: { everything: true } } } })
  await pay(recipient)
  await pay(recipient, 'completed', { gatewayId: 'payment-2', nickname: 'Ada' })
  await announce(recipient)
  const before = posted(recipient)

  for (const { historyItemId, nickname } of (await bench.call('listAlerts', caller)).body.content)
    await bench.call('decideAlert', { ...caller, body: { historyItemId, show: nickname === 'Ada' } })
  await announce(recipient)

  expect([before, posted(recipient)]).toEqual([[], ['Ada gave 12.34 EUR: Great!']])
})

test('a donation that is refunded before its message is posted is not announced', async () => {
  const recipient = await announcing()
  await pay(recipient)
  await pay(recipient, 'refunded')

  await announce(recipient)

  expect([posted(recipient), await endings(recipient)]).toEqual([[], ['cancelled']])
})

test('a donation without a message is not announced by a text that is empty then', async () => {
  const recipient = await announcing({ text: '{message}' })
  await pay(recipient, 'completed', { message: undefined })

  await announce(recipient)

  expect([posted(recipient), await endings(recipient)]).toEqual([[], ['cancelled']])
})

test('a donor’s Markdown and placeholders are escaped in Discord, and the streamer’s are not', async () => {
  const recipient = bench.someone()
  const id = '1301000000000000001'
  const { accountId, chatId } = (await bench.call('linkChat', { recipient, body: { webhook: discordAddress(id) } }))
    .body
  const text = '**{nickname}** gave {amount}: {message}'
  await bench.call('addAnnouncer', { recipient, body: { text, accountId, chatId, trigger: 'PAYMENT_COMPLETED' } })
  const donor = { ...(await bench.manual(recipient)), accountId, chatId }

  await pay(donor, 'completed', { nickname: '_Mira_ $& {amount}', message: '@everyone [prize](https://evil.example)' })
  await announce(donor)

  const post = bench.sandbox.log.find(({ method, path }) => method === 'POST' && path === discordPath(id))
  expect(JSON.parse(post?.body ?? '')).toEqual({
    content: '**\\_Mira\\_ $& {amount}** gave 12.34 EUR: \\@everyone \\[prize\\](https\\://evil\\.example)',
    allowed_mentions: { parse: [] },
  })
})

test('an announcer that is changed to donations waits for them, and a donor without a name is somebody', async () => {
  const recipient = await announcing({ trigger: 'STREAM_STARTED' })
  const caller = { recipient: recipient.recipient }
  const [{ id }] = (await bench.call('listAnnouncers', caller)).body
  await pay(recipient)
  await bench.call('updateAnnouncers', { ...caller, body: { updated: [{ id, trigger: 'PAYMENT_COMPLETED' }] } })
  await pay(recipient, 'completed', { gatewayId: 'payment-2', nickname: undefined })

  await announce(recipient)

  expect(posted(recipient)).toEqual(['Somebody gave 12.34 EUR: Great!'])
})

test('the test of an announcer of donations has the texts of an example', async () => {
  const recipient = await announcing()
  const caller = { recipient: recipient.recipient }
  const [{ id }] = (await bench.call('listAnnouncers', caller)).body
  await bench.call('testAnnouncement', { ...caller, body: { id } })

  await announce(recipient)

  expect(posted(recipient)).toEqual(['Ada gave 5.00 EUR: Great stream!'])
})

test('an imported item announces no donation, neither at once nor when its held alert is shown', async () => {
  const recipient = await announcing()
  const caller = { recipient: recipient.recipient }
  await bench.call('putConfig', { ...caller, body: { name: 'alerts', value: { moderation: { words: ['spam'] } } } })
  const item = { system: 'Kick', event: 'payment', timestamp: '2026-03-01T18:30:00Z', triggerAlert: true }
  const items = ['fine', 'spam'].map((message) => ({ ...item, originId: message, message }))
  const { added } = (await bench.call('addHistoryItems', { ...caller, body: { items } })).body
  await bench.call('decideAlert', { ...caller, body: { historyItemId: added[1].id, show: true } })

  await announce(recipient)

  expect([posted(recipient), await endings(recipient)]).toEqual([[], []])
})

test('a test of an alert and a repeated alert announce no donation', async () => {
  const recipient = await announcing()
  const caller = { recipient: recipient.recipient }
  await bench.call('testAlert', {
    ...caller,
    body: { nickname: 'Ada', amount: { major: 5, minor: 0, currency: 'EUR' } },
  })
  await pay(recipient)
  const [{ historyItemId }] = (await bench.call('listAlerts', caller)).body.content
  await bench.call('repeatAlert', { ...caller, body: { historyItemId } })

  await announce(recipient)

  expect(posted(recipient)).toHaveLength(1)
})
