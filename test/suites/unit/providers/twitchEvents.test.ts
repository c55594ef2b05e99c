import { expect, test } from 'vitest'
import { twitchEvents } from '../../../../shared/providers/twitchEvents.ts'
import { twitchWebhook } from '../../../local/sandbox/eventSenders.ts'

const secret = 'x'.repeat(64)
const at = new Date('2026-03-01T18:30:00Z')
const sentAt = '2026-03-01T18:30:00.000000000Z'
const events = twitchEvents(async () => ({ 'twitch/events-secret': secret }))

type Sending = Parameters<typeof twitchWebhook>

const read = (type: Sending[0], payload: object, change: Readonly<Record<string, string>> = {}, id = 'message') => {
  const { headers, body } = twitchWebhook(type, payload, secret, { id, at })
  return events.read({ headers: { ...headers, ...change }, rawBody: Buffer.from(body), receivedAt: at })
}

const about = { type: 'stream.online', condition: { broadcaster_user_id: '7' } }
const online = (event: object) => ({
  subscription: { type: 'stream.online' },
  event: { id: '9001', broadcaster_user_id: '7', type: 'live', started_at: '2026-03-01T18:29:00Z', ...event },
})

test('a challenge is read with the subscription that it is about', async () => {
  expect(await read('webhook_callback_verification', { challenge: 'echo', subscription: about })).toEqual({
    kind: 'challenge',
    text: 'echo',
    event: 'stream.online',
    accountId: '7',
  })
})

test.each([
  [{ status: 'user_removed' }, 'user_removed'],
  [{}, ''],
])('a revocation with %j has the reason "%s"', async (status, reason) => {
  const subscription = { ...about, ...status }

  expect(await read('revocation', { subscription })).toEqual({
    kind: 'revoked',
    event: 'stream.online',
    accountId: '7',
    reason,
  })
})

test.each([
  [{}, undefined],
  [{ id: '9001' }, '9001'],
])('the end of a stream with %j is when Twitch says so, and names the stream %s', async (fields, sessionId) => {
  const payload = { subscription: { type: 'stream.offline' }, event: { broadcaster_user_id: '7', ...fields } }

  expect(await read('notification', payload)).toEqual({
    kind: 'account',
    messageId: 'message',
    accountId: '7',
    event: { kind: 'ended', sessionId, at: sentAt, sentAt },
  })
})

test('the start of a stream has its own time', async () => {
  expect(await read('notification', online({}))).toMatchObject({
    accountId: '7',
    event: { kind: 'started', sessionId: '9001', at: '2026-03-01T18:29:00.000000000Z', sentAt },
  })
})

test.each<readonly [string, Sending[0], object, Readonly<Record<string, string>>]>([
  ...['playlist', 'watch_party', 'premiere', 'rerun'].map(
    (type) => [`a ${type}`, 'notification', online({ type }), {}] as const,
  ),
  ['another event', 'notification', { ...online({}), subscription: { type: 'channel.update' } }, {}],
  ['a message of another type', 'notification', online({}), { 'twitch-eventsub-message-type': 'other' }],
])('%s is not used', async (_name, type, payload, headers) => {
  expect(await read(type, payload, headers)).toEqual({ kind: 'unused' })
})

test.each<[string, object, object]>([
  ['channel.follow', { user_name: 'Mira' }, { event: 'follow', nickname: 'Mira' }],
  ['channel.subscribe', {}, { event: 'subscription', part: 'start' }],
  ['channel.subscribe', { tier: 'Prime' }, { event: 'subscription', part: 'start' }],
  [
    'channel.subscribe',
    { tier: '3000', is_gift: false },
    { event: 'subscription', part: 'start', levelName: 'Tier 3' },
  ],
  ['channel.subscription.message', { cumulative_months: 2 }, { event: 'subscription', part: 'message', count: 2 }],
  [
    'channel.subscription.gift',
    { total: 3, tier: '1000' },
    { event: 'subscription-gift', count: 3, levelName: 'Tier 1' },
  ],
  ['channel.cheer', { user_name: null, bits: 1 }, { event: 'cheer', part: 'cheer', count: 1 }],
  ['channel.raid', { to_broadcaster_user_id: '7', broadcaster_user_id: '8', viewers: 0 }, { event: 'raid', count: 0 }],
])('a message %s with no more than %j is an event at the time of the message', async (type, event, expected) => {
  expect(await read('notification', { subscription: { type }, event: { broadcaster_user_id: '7', ...event } })).toEqual(
    {
      kind: 'audience',
      messageId: 'message',
      accountId: '7',
      event: { ...expected, timestamp: '2026-03-01T18:30:00Z' },
    },
  )
})

const rejected = { code: 'signature_rejected', message: 'The webhook is not signed by this platform.' }

test.each([
  ['signature', `sha256=${'0'.repeat(64)}`],
  ['signature', ''],
  ['id', 'another'],
  ['timestamp', '2026-03-01T18:30:01Z'],
  ['timestamp', 'yesterday'],
])('a message is refused with the %s "%s"', async (name, value) => {
  await expect(read('notification', online({}), { [`twitch-eventsub-message-${name}`]: value })).rejects.toMatchObject(
    rejected,
  )
})

test.each<[Sending[0], object]>([
  ['webhook_callback_verification', { challenge: 'echo', subscription: about }],
  ['revocation', { subscription: about }],
])('a message is refused as a %s with another signature', async (type, payload) => {
  const forged = { 'twitch-eventsub-message-signature': `sha256=${'0'.repeat(64)}` }

  await expect(read(type, payload, forged)).rejects.toMatchObject(rejected)
})

test('a message is refused without an id, by which a repetition is known, though its signature fits', async () => {
  await expect(read('notification', online({}), {}, '')).rejects.toMatchObject(rejected)
})

test.each<[Sending[0], object]>([
  ['notification', {}],
  ['notification', online({ started_at: 'now' })],
  ['notification', { subscription: { type: 'channel.cheer' }, event: { broadcaster_user_id: '7', bits: -1 } }],
  ['notification', { subscription: { type: 'channel.cheer' }, event: { broadcaster_user_id: '7', bits: 1.5 } }],
  ['webhook_callback_verification', { challenge: 'echo', subscription: { type: 'stream.online' } }],
  ['revocation', { subscription: { ...about, condition: {} } }],
])('a genuine %s of another form is refused: %j', async (type, payload) => {
  await expect(read(type, payload)).rejects.toMatchObject({ code: 'invalid_request' })
})
