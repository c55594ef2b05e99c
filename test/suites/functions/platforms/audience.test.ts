import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { beforeEach, expect, test, vi } from 'vitest'
import { becomes } from '../../../../infra/documents/eventTables.ts'
import { kickWebhook, twitchSecret, twitchWebhook } from '../../../local/sandbox/eventSenders.ts'
import { anId } from '../../../support/expected.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { recordStoreCalls } from '../../../support/storeCalls.ts'
import { streamEvent } from '../../../support/streamEvent.ts'
import { twitchRaid } from '../../../support/twitchRaid.ts'
import { laterBy, startAnnouncements } from './announcements.ts'

const service = await sharedByTests(startAnnouncements())
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))

const linkOperations = { kick: 'linkKick', twitch: 'linkTwitch' } as const

/** Somebody who has linked an account, with every scope or with none. */
const streamerOf = async (platform: 'kick' | 'twitch', grant = 'all') => {
  const recipient = service.someone()
  const authorizationCode = `good-${grant}-${recipient}`
  const body = { authorizationCode, ...(platform === 'kick' && { codeVerifier: 'v'.repeat(43) }) }
  const { body: linked } = await service.call(linkOperations[platform], { recipient, body })
  return { recipient, accountId: String(linked.account.id) }
}

const twitch = (type: string, event: object, id?: string) =>
  service.receive(
    twitchWebhook('notification', { subscription: { type }, event }, twitchSecret, id === undefined ? {} : { id }),
  )

const worker = await import('../../../../functions/workers/projectAudience.ts')
const schedule = await import('../../../../functions/workers/retryPostponed.ts')
const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const calls = recordStoreCalls(documentClient)

/** A batch of the recipient's events that wait, each as often as given. */
const waiting = async (recipient: string, times = 1) => {
  const found = (await service.events(recipient)).map((newImage) => ({
    keys: { recipientId: recipient, id: newImage.id },
    newImage: { ...newImage },
  }))
  return streamEvent(...Array.from({ length: times }, () => found).flat())
}
const project = async (recipient: string) => worker.handler(await waiting(recipient))

const historyOf = async (recipient: string) => (await service.call('listHistory', { recipient })).body.content
const alertsOf = async (recipient: string) => (await service.call('listAlerts', { recipient })).body.content

const mira = { user_id: '7', user_login: 'mira', user_name: 'Mira' }

test.each<[string, object, object]>([
  ['channel.follow', mira, { event: 'follow', nickname: 'Mira', count: null }],
  [
    'channel.subscribe',
    { ...mira, tier: '2000', is_gift: false },
    { event: 'subscription', nickname: 'Mira', count: 1, levelName: 'Tier 2' },
  ],
  [
    'channel.subscription.message',
    { ...mira, tier: '1000', cumulative_months: 15, message: { text: 'Hi', emotes: null } },
    { event: 'subscription', message: 'Hi', count: 15, levelName: 'Tier 1' },
  ],
  [
    'channel.subscription.gift',
    { user_id: null, user_name: null, is_anonymous: true, total: 5, tier: '1000', cumulative_total: null },
    { event: 'subscription-gift', nickname: null, count: 5 },
  ],
  ['channel.cheer', { ...mira, bits: 100, message: 'Cheer100' }, { event: 'cheer', message: 'Cheer100', count: 100 }],
  [
    'channel.cheer',
    { ...mira, user_name: 'N'.repeat(70), bits: 1, message: 'm'.repeat(1100) },
    { nickname: 'N'.repeat(64), message: 'm'.repeat(1000) },
  ],
])('%s of Twitch becomes an item of the history with an alert', async (type, event, item) => {
  const { recipient, accountId } = await streamerOf('twitch')

  const answer = await twitch(type, { broadcaster_user_id: accountId, ...event })
  await project(recipient)

  expect(answer).toMatchObject({ status: 200, body: '' })
  const [{ count, ...shown }] = await historyOf(recipient)
  expect({ count, ...shown }).toMatchObject({ system: 'Twitch', originId: anId, ...item })
  expect([becomes[type]?.event, becomes[type]?.count !== undefined]).toEqual([shown.event, count !== null])
  expect(await alertsOf(recipient)).toHaveLength(1)
})

const person = (username: string | null) => ({ user_id: 7, username, is_anonymous: username === null })

test.each<[string, object, object]>([
  ['channel.followed', { follower: person('Mira') }, { event: 'follow', nickname: 'Mira' }],
  ['channel.subscription.new', { subscriber: person('Mira'), duration: 1 }, { event: 'subscription', count: 1 }],
  ['channel.subscription.new', { subscriber: person('Mira') }, { event: 'subscription', count: 1 }],
  ['channel.subscription.renewal', { subscriber: person('Mira'), duration: 3 }, { event: 'subscription', count: 3 }],
  [
    'channel.subscription.gifts',
    { gifter: person(null), giftees: [person('a'), person('b')] },
    { event: 'subscription-gift', nickname: null, count: 2 },
  ],
  [
    'kicks.gifted',
    { sender: person('Mira'), gift: { amount: 500, name: 'Rage Quit', message: 'w' } },
    { event: 'kick-gift', message: 'w', count: 500 },
  ],
])('%s of Kick becomes an item of the history with an alert', async (type, event, item) => {
  const { recipient, accountId } = await streamerOf('kick')

  await service.receive(kickWebhook(type, { broadcaster: { user_id: Number(accountId) }, ...event }))
  await project(recipient)

  const [{ count, ...shown }] = await historyOf(recipient)
  expect({ count, ...shown }).toMatchObject({ system: 'Kick', ...item })
  expect([becomes[type]?.event, becomes[type]?.count !== undefined]).toEqual([shown.event, count !== null])
  expect(await alertsOf(recipient)).toHaveLength(1)
})

test('a raid of Twitch, of the channel to which it goes, is one alert with its viewers', async () => {
  const { recipient, accountId } = await streamerOf('twitch')

  await service.receive(twitchRaid(accountId, 'Bob'))
  await project(recipient)

  expect(await alertsOf(recipient)).toMatchObject([{ event: 'raid', nickname: 'Bob', count: 20 }])
  expect(becomes['channel.raid']).toMatchObject({ event: 'raid', count: 'viewers' })
})

test('200 gifts of one person are one alert, although Twitch reports each subscription too', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const about = { broadcaster_user_id: accountId, tier: '1000' }
  await twitch('channel.subscription.gift', { ...about, ...mira, total: 200 })

  for (let count = 0; count < 200; count++)
    await twitch('channel.subscribe', { ...about, user_name: `viewer ${count}`, is_gift: true })
  await project(recipient)

  expect(await alertsOf(recipient)).toMatchObject([{ event: 'subscription-gift', nickname: 'Mira', count: 200 }])
  expect(await historyOf(recipient)).toHaveLength(1)
})

test('a message that comes again, at any time, and a record that comes again, add nothing', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const send = () => twitch('channel.follow', { broadcaster_user_id: accountId, ...mira }, 'message-1')

  const answers = await Promise.all([send(), send(), send()])
  const records = await waiting(recipient, 2)
  await Promise.all([records, records].map((batch) => worker.handler(batch)))
  const [{ id }] = await historyOf(recipient)
  await service.call('deleteHistoryItem', { recipient, body: { historyItemId: id } })
  await send()
  await project(recipient)
  await worker.handler(records)

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await historyOf(recipient)).toEqual([])
  expect(await alertsOf(recipient)).toMatchObject([{ hidden: true }])
  expect(await service.events(recipient)).toEqual([])
})

test('messages of two platforms that have one id are two', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const body = { authorizationCode: `good-all-${recipient}`, codeVerifier: 'v'.repeat(43) }
  const { account } = (await service.call('linkKick', { recipient, body })).body
  const broadcaster = { user_id: Number(account.id) }

  await twitch('channel.follow', { broadcaster_user_id: accountId, ...mira }, 'message-2')
  await service.receive(kickWebhook('channel.followed', { broadcaster, follower: person('Ada') }, { id: 'message-2' }))

  expect(await service.events(recipient)).toHaveLength(2)
})

test('events whose recipient was erased meanwhile do not come into the history, and hold up no other', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const follow = (user_name: string) => twitch('channel.follow', { broadcaster_user_id: accountId, user_name })
  await follow('Erased')
  const [erased] = await service.events(recipient)
  await follow('Mira')
  const records = await waiting(recipient)
  const Key = { recipientId: recipient, id: erased?.id }
  await service.aws.client.send(new DeleteCommand({ TableName: service.aws.table('streamEvents'), Key }))

  const answer = await worker.handler(records)

  expect(answer).toEqual({ batchItemFailures: [] })
  expect(await historyOf(recipient)).toMatchObject([{ nickname: 'Mira' }])
})

test('a follow costs a write unit where it arrives, and one transaction of nine with its alert', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const follow = (user_name: string) => twitch('channel.follow', { broadcaster_user_id: accountId, user_name })
  await follow('the first of its recipient')
  await project(recipient)
  calls.length = 0

  await follow('Mira')
  await project(recipient)

  const written = calls.filter(({ action }) => !action.includes('Get')).map(({ action, units }) => [action, units])
  // The item and its place in the list, the alert, the totals, and the end of the waiting.
  expect(written).toEqual([
    ['PutItem', 1],
    ['TransactWriteItems', 9],
  ])
})

test('32 events at once, which are a batch, fit one transaction, with an alert each', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  for (let count = 0; count < 32; count++)
    await twitch('channel.follow', { broadcaster_user_id: accountId, user_name: `viewer ${count}` })
  calls.length = 0

  await project(recipient)

  expect(calls.filter(({ action }) => action.startsWith('TransactWrite'))).toHaveLength(1)
  expect((await service.call('listAlerts', { recipient })).body).toMatchObject({ totalSize: 32 })
  expect((await service.call('listHistory', { recipient })).body).toMatchObject({ totalSize: 32 })
  expect(await service.events(recipient)).toEqual([])
})

test('a failing event delays no other event, and appears when the cause is gone', async () => {
  const [{ recipient, accountId }, other] = [await streamerOf('twitch'), await streamerOf('twitch')]
  const setRules = (value: string) => {
    const Item = { recipientId: recipient, name: 'alerts', value }
    return service.aws.client.send(new PutCommand({ TableName: service.aws.table('configs'), Item }))
  }
  await setRules('{')
  for (const each of [accountId, other.accountId])
    await twitch('channel.follow', { broadcaster_user_id: each, ...mira })
  const { Records: own } = await waiting(recipient)
  const { Records: others } = await waiting(other.recipient)

  const answer = await worker.handler({ Records: [...own, ...others] })
  laterBy(61_000)
  await service.sendDue()
  const failed = await service.events(recipient)
  await setRules('{}')
  await schedule.handler({})
  await project(recipient)
  vi.useRealTimers()

  expect(answer).toEqual({ batchItemFailures: [] })
  expect(await historyOf(other.recipient)).toHaveLength(1)
  expect(failed).toMatchObject([{ state: 'postponed', attempts: 1 }])
  expect(await historyOf(recipient)).toHaveLength(1)
  expect(await service.events(recipient)).toEqual([])
})

test('the record alerts says which events raise alerts, and from which count on; the history has all of them', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const events = { follow: false, cheer: 100 }
  await service.call('putConfig', { recipient, body: { name: 'alerts', value: { events } } })
  const about = { broadcaster_user_id: accountId, ...mira }

  await twitch('channel.follow', about)
  for (const bits of [99, 100]) await twitch('channel.cheer', { ...about, bits, message: '' })
  await project(recipient)

  const { body } = await service.call('listHistory', { recipient })
  expect([body.content.length, body.totalSize]).toEqual([3, 3])
  expect(await alertsOf(recipient)).toMatchObject([{ event: 'cheer', count: 100 }])
})

test('an event is moderated as a payment is: a blocked word holds its alert', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const moderation = { words: ['spam'] }
  await service.call('putConfig', { recipient, body: { name: 'alerts', value: { moderation } } })

  await twitch('channel.cheer', { broadcaster_user_id: accountId, ...mira, bits: 1, message: 'Buy spam' })
  await project(recipient)

  const held = await service.call('listAlerts', { recipient, query: { held: 'true' } })
  expect(held.body.content).toMatchObject([{ event: 'cheer', count: 1 }])
})

test('an invalid threshold is refused at its place', async () => {
  const value = { events: { cheer: 0 } }

  const { status, body } = await service.call('putConfig', {
    recipient: service.someone(),
    body: { name: 'alerts', value },
  })

  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ pointer: '/value/events/cheer' }])
})

test.each([
  ['kick', ['events:subscribe', 'kicks:read']],
  ['twitch', ['moderator:read:followers', 'channel:read:subscriptions', 'bits:read']],
] as const)(
  'a link of %s without scopes says which it lacks, and one with them lacks none',
  async (platform, scopes) => {
    const [without, having] = [await streamerOf(platform, 'no'), await streamerOf(platform)]

    const lists = [without, having].map(({ recipient }) => service.call('listSources', { recipient }))
    const [lacking, whole] = (await Promise.all(lists)).map(({ body }) => body.content[0].missingScopes)

    expect(lacking).toEqual(scopes)
    expect(whole).toEqual([])
  },
)

test.each([
  ['kick', 6],
  ['twitch', 8],
] as const)('an account of %s that has granted every scope is subscribed to all events', async (platform, count) => {
  const { recipient, accountId } = await streamerOf(platform)
  const { handler } = await import('../../../../functions/workers/keepSubscriptions.ts')

  await handler({})
  const { twitch: sender } = service.sandbox.senders
  for (const webhook of sender.challenges(accountId)) await service.receive(webhook)

  expect(service.sandbox.senders[platform].subscriptions(accountId)).toHaveLength(count)
  const { body } = await service.call('listSources', { recipient })
  expect(body.content).toMatchObject([{ subscription: 'active', lastError: null }])
})
