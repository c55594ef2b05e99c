import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
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

/** The recipient's events that are due, as the filter of the worker's source has it. */
const due = async (recipient: string) =>
  (await service.events(recipient)).filter(({ state }) => String(state) === 'due')

/** A batch of the recipient's events that are due, each as often as given. */
const waiting = async (recipient: string, times = 1) => {
  const found = (await due(recipient)).map((newImage) => ({
    keys: { recipientId: recipient, id: newImage.id },
    newImage: { ...newImage },
  }))
  return streamEvent(...Array.from({ length: times }, () => found).flat())
}
const project = async (recipient: string) => worker.handler(await waiting(recipient))

/** What waits for a message is projected without it. */
const projectLater = async (recipient: string) => {
  await project(recipient)
  laterBy(11_000)
  await schedule.handler({})
  await project(recipient)
}

const historyOf = async (recipient: string) => (await service.call('listHistory', { recipient })).body.content
const alertsOf = async (recipient: string) => (await service.call('listAlerts', { recipient })).body.content

const mira = { user_id: '7', user_login: 'mira', user_name: 'Mira' }

test.each<[string, object, object]>([
  ['channel.follow', mira, { event: 'follow', nickname: 'Mira', count: null }],
  [
    'channel.subscribe',
    { ...mira, tier: '2000', is_gift: false },
    { event: 'subscription', nickname: 'Mira', count: null, levelName: 'Tier 2' },
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
  [
    'channel.subscription.gift',
    { user_id: '274598607', user_name: 'AnAnonymousGifter', is_anonymous: true, total: 1, tier: '1000' },
    { event: 'subscription-gift', nickname: null, count: 1 },
  ],
  ['channel.cheer', { ...mira, bits: 100, message: 'Cheer100' }, { event: 'cheer', message: null, count: 100 }],
  [
    'channel.cheer',
    { ...mira, is_anonymous: true, bits: 110, message: 'Cheer100 covid19 is over 4Head10' },
    { event: 'cheer', nickname: null, message: 'covid19 is over', count: 110 },
  ],
  [
    'channel.bits.use',
    {
      ...mira,
      bits: 100,
      type: 'cheer',
      message: {
        text: 'uni100 great',
        fragments: [
          { type: 'cheermote', text: 'uni100', cheermote: { prefix: 'uni', bits: 100, tier: 100 }, emote: null },
          { type: 'text', text: ' great', cheermote: null, emote: null },
        ],
      },
      power_up: null,
    },
    { event: 'cheer', nickname: 'Mira', message: 'great', count: 100 },
  ],
  [
    'channel.bits.use',
    { ...mira, bits: 300, type: 'custom_power_up', message: null, custom_power_up: { title: 'Dance', reward_id: '1' } },
    { event: 'cheer', nickname: 'Mira', message: null, count: 300 },
  ],
  [
    'channel.cheer',
    { ...mira, user_name: 'N'.repeat(70), bits: 1, message: 'm'.repeat(1100) },
    { nickname: 'N'.repeat(64), message: 'm'.repeat(1000) },
  ],
])('%s of Twitch becomes an item of the history with an alert', async (type, event, item) => {
  const { recipient, accountId } = await streamerOf('twitch')

  const answer = await twitch(type, { broadcaster_user_id: accountId, ...event })
  await projectLater(recipient)
  vi.useRealTimers()

  expect(answer).toMatchObject({ status: 200, body: '' })
  const [{ count, ...shown }] = await historyOf(recipient)
  expect({ count, ...shown }).toMatchObject({ system: 'Twitch', originId: anId, ...item })
  expect([becomes[type]?.event, becomes[type]?.count !== undefined]).toEqual([shown.event, count !== null])
  expect(await alertsOf(recipient)).toHaveLength(1)
})

const person = (username: string | null, is_anonymous = username === null) => ({ user_id: 7, username, is_anonymous })

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
    'channel.subscription.gifts',
    { gifter: person('Anonymous', true), giftees: [person('a')] },
    { event: 'subscription-gift', nickname: null, count: 1 },
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
  expect(await due(recipient)).toEqual([])
})

const subscribe = (accountId: string, more: object = {}) =>
  twitch('channel.subscribe', { broadcaster_user_id: accountId, ...mira, tier: '1000', is_gift: false, ...more })
const share = (accountId: string, more: object = {}, at = new Date()) =>
  service.receive(
    twitchWebhook(
      'notification',
      {
        subscription: { type: 'channel.subscription.message' },
        event: {
          broadcaster_user_id: accountId,
          ...mira,
          tier: '1000',
          cumulative_months: 7,
          message: { text: 'back again', emotes: null },
          ...more,
        },
      },
      twitchSecret,
      { at },
    ),
  )

const shared = { nickname: 'Mira', count: 7, message: 'back again', levelName: 'Tier 1' }

test.each([
  ['after', [subscribe, share]],
  ['before', [share, subscribe]],
])(
  'a resubscription whose message comes %s its start is one item and one alert with its words',
  async (_, messages) => {
    const { recipient, accountId } = await streamerOf('twitch')

    for (const send of messages) await send(accountId)
    await project(recipient)
    laterBy(11_000)
    await project(recipient)
    vi.useRealTimers()

    expect(await historyOf(recipient)).toMatchObject([shared])
    expect(await alertsOf(recipient)).toMatchObject([shared])
    expect((await service.call('listHistory', { recipient })).body.totalSize).toBe(1)
  },
)

test('a subscription without a message is shown after ten seconds, and claims no month', async () => {
  const { recipient, accountId } = await streamerOf('twitch')

  await subscribe(accountId)
  await project(recipient)
  const early = await historyOf(recipient)
  await projectLater(recipient)
  vi.useRealTimers()

  expect(early).toEqual([])
  expect(await historyOf(recipient)).toMatchObject([{ nickname: 'Mira', count: null }])
  expect(await alertsOf(recipient)).toMatchObject([{ nickname: 'Mira', count: 1 }])
})

/** A subscription that was shown without its message, which comes so much later. */
const sharedAfter = async (milliseconds: number, isShown: boolean, said: object = {}) => {
  const { recipient, accountId } = await streamerOf('twitch')
  await subscribe(accountId)
  await projectLater(recipient)
  if (isShown)
    await service.aws.client.send(
      new PutCommand({
        TableName: service.aws.table('overlays'),
        Item: { recipientId: recipient, overlayId: '1', acknowledged: 2 ** 20 },
      }),
    )
  laterBy(milliseconds)
  await share(accountId, said, new Date())
  await project(recipient)
  const deliveries = await service.aws.client.send(
    new QueryCommand({
      TableName: service.aws.table('deliveries'),
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipient },
    }),
  )
  const found = { history: await historyOf(recipient), alerts: await alertsOf(recipient) }
  vi.useRealTimers()
  return { ...found, deliveries: deliveries.Items?.map(({ kind }) => kind) }
}

const [minute, day] = [60_000, 24 * 60 * 60_000]

test.each([
  ['a minute', minute],
  ['59 days', 59 * day],
])(
  'a message that comes %s after its subscription corrects item and alert, which is not shown again',
  async (_, ms) => {
    const { history, alerts, deliveries } = await sharedAfter(ms, false)

    expect(history).toMatchObject([shared])
    expect(alerts).toMatchObject([shared])
    expect(deliveries).toEqual(['change'])
  },
)

test('a message that comes after its subscription was shown shows the alert again, with the words', async () => {
  const { history, alerts, deliveries } = await sharedAfter(minute, true)

  expect(history).toMatchObject([shared])
  expect(alerts).toMatchObject([shared])
  expect(deliveries).toEqual(['change', 'alert'])
})

test.each([
  ['61 days later', 61 * day, {}],
  ['a month later about a renewal', 31 * day, { streak_months: 2, cumulative_months: 2 }],
  ['by somebody else', minute, { user_id: '8', user_name: 'Ada' }],
  ['of another tier', minute, { tier: '3000' }],
])('a message %s is another item', async (_, ms, said) => {
  const { history, alerts } = await sharedAfter(ms, true, said)

  expect(history).toHaveLength(2)
  expect(alerts).toHaveLength(2)
})

test('the words that a subscriber adds later are moderated: the alert is held, and not shown again', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  await service.call('putConfig', {
    recipient,
    body: { name: 'alerts', value: { moderation: { words: ['spam'] } } },
  })
  await subscribe(accountId)
  await projectLater(recipient)
  await share(accountId, { message: { text: 'spam' } }, new Date())
  await project(recipient)
  vi.useRealTimers()

  const held = await service.call('listAlerts', { recipient, query: { held: 'true' } })
  expect(held.body.content).toMatchObject([{ message: 'spam', count: 7 }])
})

test('a subscription raises its first alert with its message if the alerts need its months', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  await service.call('putConfig', { recipient, body: { name: 'alerts', value: { events: { subscription: 3 } } } })
  await subscribe(accountId)
  await projectLater(recipient)
  const before = await alertsOf(recipient)
  await share(accountId, {}, new Date())
  await project(recipient)
  vi.useRealTimers()

  expect(before).toEqual([])
  expect(await alertsOf(recipient)).toMatchObject([shared])
})

test('a message of a subscription that comes again adds and shows nothing', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const about = { broadcaster_user_id: accountId, ...mira, tier: '1000' }
  const start = () => twitch('channel.subscribe', { ...about, is_gift: false }, 'start-1')
  const said = () => twitch('channel.subscription.message', { ...about, cumulative_months: 7 }, 'message-1')
  for (const send of [start, said, start, said, said]) {
    await send()
    await projectLater(recipient)
  }
  vi.useRealTimers()

  expect((await service.call('listHistory', { recipient })).body.totalSize).toBe(1)
  expect((await service.call('listAlerts', { recipient })).body.totalSize).toBe(1)
})

test.each([
  ['cheer first', ['cheer', 'use']],
  ['use first', ['use', 'cheer']],
  ['two cheers of one amount', ['cheer', 'cheer', 'use', 'use'], 2],
  ['two cheers, one after the other', ['cheer', 'use', 'use', 'cheer'], 2],
  ['only cheers', ['cheer', 'cheer'], 2],
])('a cheer is counted once, whichever events tell of it: %s', async (_, told, times = 1) => {
  const { recipient, accountId } = await streamerOf('twitch')
  const about = { broadcaster_user_id: accountId, ...mira, bits: 100 }

  for (const event of told)
    await (event === 'cheer'
      ? twitch('channel.cheer', { ...about, is_anonymous: false, message: 'Cheer100 hi' })
      : twitch('channel.bits.use', { ...about, type: 'cheer', message: { text: 'Cheer100 hi', fragments: null } }))
  await project(recipient)

  expect(await historyOf(recipient)).toHaveLength(times)
  expect(await alertsOf(recipient)).toHaveLength(times)
})

test('power-ups of one amount are as many items as there are, whatever cheers there are', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const use = (type: string) =>
    twitch('channel.bits.use', { broadcaster_user_id: accountId, ...mira, bits: 100, type, message: null })

  for (const type of ['power_up', 'power_up', 'custom_power_up', 'cheer']) await use(type)
  await project(recipient)

  expect(await historyOf(recipient)).toHaveLength(4)
})

test('somebody who follows again and again raises one alert in a day; the history has every follow', async () => {
  const { recipient, accountId } = await streamerOf('twitch')
  const follow = async (more: object = {}) => {
    await twitch('channel.follow', { broadcaster_user_id: accountId, ...mira, ...more })
    await project(recipient)
  }

  for (let count = 0; count < 5; count++) await follow()
  await follow({ user_id: '8', user_name: 'Ada' })
  const first = [await historyOf(recipient), await alertsOf(recipient)].map(({ length }) => length)
  laterBy(24 * 60 * 60_000)
  await service.receive(
    twitchWebhook(
      'notification',
      { subscription: { type: 'channel.follow' }, event: { broadcaster_user_id: accountId, ...mira } },
      twitchSecret,
      { at: new Date() },
    ),
  )
  await project(recipient)
  vi.useRealTimers()

  expect(first).toEqual([6, 2])
  expect(await historyOf(recipient)).toHaveLength(7)
  expect(await alertsOf(recipient)).toHaveLength(3)
})

test('five follows of one account of Kick that come at once are one alert and five items', async () => {
  const { recipient, accountId } = await streamerOf('kick')
  const broadcaster = { user_id: Number(accountId) }

  for (let count = 0; count < 5; count++)
    await service.receive(kickWebhook('channel.followed', { broadcaster, follower: person('Mira') }))
  await project(recipient)

  expect(await historyOf(recipient)).toHaveLength(5)
  expect(await alertsOf(recipient)).toHaveLength(1)
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
  expect(await due(recipient)).toEqual([])
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
  expect(await due(recipient)).toEqual([])
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
  expect(body.errors).toMatchObject([{ pointer: '/value/events/cheer', code: 'too_small', minimum: 1 }])
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
  ['twitch', 9],
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
