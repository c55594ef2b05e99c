import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import {
  kickWebhook,
  manualWebhook,
  type SignedWebhook,
  twitchSecret,
  twitchWebhook,
} from '../../../local/sandbox/eventSenders.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startAnnouncements } from './announcements.ts'

const service = await sharedByTests(startAnnouncements())

type Sending = Parameters<typeof twitchWebhook>

/** As Twitch signs it for this deployment. */
const twitch = (type: Sending[0], payload: object, sending?: Sending[3]): SignedWebhook =>
  twitchWebhook(type, payload, twitchSecret, sending)

/** A streamer whose account at the platform has this id. */
const streamerWith = async (account: string): Promise<string> => {
  const recipientId = service.someone()
  const Item = { account, recipientId }
  await service.aws.client.send(new PutCommand({ TableName: service.aws.table('accountLinks'), Item }))
  return recipientId
}

const triggersOf = async (recipientId: string) =>
  (await service.events(recipientId)).map(({ trigger }) => trigger).sort()

const without = (webhook: SignedWebhook, header: string): SignedWebhook => {
  const { [header]: _left, ...headers } = webhook.headers
  return { ...webhook, headers }
}

const altered = (webhook: SignedWebhook, header: string, value: string): SignedWebhook => ({
  ...webhook,
  headers: { ...webhook.headers, [header]: value },
})

const storedEvents = () => itemsOf(service.aws, 'streamEvents')

const online = (broadcaster: string, event: object = {}) => ({
  subscription: { type: 'stream.online', version: '1' },
  event: {
    id: '9001',
    broadcaster_user_id: broadcaster,
    type: 'live',
    started_at: new Date().toISOString(),
    ...event,
  },
})
const offline = (broadcaster: string, event: object = {}) => ({
  subscription: { type: 'stream.offline', version: '1' },
  event: { broadcaster_user_id: broadcaster, broadcaster_user_login: 'alice', ...event },
})
const about = (broadcaster: string, more: object = {}) => ({
  subscription: { type: 'stream.online', condition: { broadcaster_user_id: broadcaster }, ...more },
})

test('Twitch gets the challenge of a new subscription back as it is', async () => {
  const challenge = 'pogchamp-kappa-360noscope-vohiyo'
  await streamerWith('twitch#90')

  const answer = await service.receive(twitch('webhook_callback_verification', { challenge, ...about('90') }))

  expect(answer).toMatchObject({ status: 200, body: challenge })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})

test('Twitch starts and ends a stream, each once', async () => {
  const recipientId = await streamerWith('twitch#100')
  const started = twitch('notification', online('100'))

  for (let count = 0; count < 3; count++) await service.receive(started)
  await service.receive(twitch('notification', online('100')))
  const whileOn = await triggersOf(recipientId)
  const ended = twitch('notification', offline('100'))
  await Promise.all([service.receive(ended), service.receive(ended)])

  expect(whileOn).toEqual(['STREAM_STARTED'])
  expect(await triggersOf(recipientId)).toEqual(['STREAM_ENDED', 'STREAM_STARTED'])
})

test('a late end of the stream before ends nothing, regression: it ended the stream that is on', async () => {
  const recipientId = await streamerWith('twitch#101')
  await service.receive(twitch('notification', online('101', { id: '8001', started_at: '2026-03-01T18:00:00Z' })))
  await service.receive(twitch('notification', online('101', { id: '8002', started_at: '2026-03-01T19:00:00Z' })))

  await service.receive(twitch('notification', offline('101', { id: '8001' })))
  const before = await triggersOf(recipientId)
  await service.receive(twitch('notification', offline('101', { id: '8002' })))

  expect(before).toEqual(['STREAM_STARTED', 'STREAM_STARTED'])
  expect(await triggersOf(recipientId)).toEqual(['STREAM_ENDED', 'STREAM_STARTED', 'STREAM_STARTED'])
})

test('a Twitch message id of 4,000 characters is accepted, regression: its key was refused by DynamoDB', async () => {
  const recipientId = await streamerWith('twitch#102')
  const message = twitch('notification', online('102'), { id: 'i'.repeat(4000) })

  const answers = [await service.receive(message), await service.receive(message)]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  // The next release knows the message by the same id.
  const id = 'bd945b01-6cb7-89d4-881c-706cf17b934d'
  expect(await service.events(recipientId)).toMatchObject([{ id, trigger: 'STREAM_STARTED' }])
})

test('a challenge about an account of 4,000 characters is refused, regression: it made a key that DynamoDB refuses', async () => {
  const challenge = { challenge: 'pogchamp', ...about('9'.repeat(4000)) }

  const answer = await service.receive(twitch('webhook_callback_verification', challenge))

  expect(answer.status).toBe(400)
  expect(answer.body.errors).toMatchObject([{ pointer: '/subscription/condition/broadcaster_user_id' }])
})

test('a Twitch event counts when it is repeated after its account was linked', async () => {
  const started = twitch('notification', online('109'))

  const unlinked = await service.receive(started)
  const recipientId = await streamerWith('twitch#109')
  await service.receive(started)

  expect(unlinked.status).toBe(200)
  expect(await triggersOf(recipientId)).toEqual(['STREAM_STARTED'])
})

test('unknown events, unlinked accounts and revocations of Twitch get 200, and the last two are logged', async () => {
  const before = (await storedEvents()).length
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const answers = await Promise.all([
    service.receive(twitch('notification', online('nobody'))),
    service.receive(twitch('notification', { subscription: { type: 'channel.update' }, event: {} })),
    service.receive(twitch('revocation', about('nobody', { status: 'authorization_revoked' }))),
  ])

  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, ''],
    [200, ''],
    [200, ''],
  ])
  expect(await storedEvents()).toHaveLength(before)
  const codes = written.mock.calls.map(([line]) => JSON.parse(String(line))).filter(({ level }) => level === 'WARN')
  written.mockRestore()
  expect(codes.map(({ code }) => code).sort()).toEqual(['twitch_account_not_linked', 'twitch_subscription_revoked'])
})

test('a genuine message of one’s own bot gets its error', async () => {
  const genuine = manualWebhook('STREAM_STARTED', { recipientId: '', streamId: 's' })

  const answer = await service.receive(genuine)

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(answer.body.errors).toMatchObject([{ in: 'body', pointer: '/data/recipientId' }])
})

test.each<[string, () => SignedWebhook]>([
  ['kick-event-signature', () => kickWebhook('livestream.status.updated', {})],
  ['twitch-eventsub-message-signature', () => twitch('notification', {})],
  ['webhook-signature', () => manualWebhook('STREAM_STARTED', { recipientId: 'a', streamId: 's' })],
])('a webhook without its header %s, or with a changed one, is refused', async (header, sent) => {
  const before = (await storedEvents()).length
  const [bare, forged] = [without(sent(), header), altered(sent(), header, 'v1,AAAA')]

  const answers = [await service.receive(bare), await service.receive(forged)]

  for (const { status, body } of answers) expect([status, body.code]).toEqual([401, 'signature_rejected'])
  expect(await storedEvents()).toHaveLength(before)
})

test.each(['unknown', 'constructor', '__proto__'])('the platform %s is not there', async (platform) => {
  const answer = await service.receive({
    ...manualWebhook('STREAM_STARTED', { recipientId: 'a', streamId: 's' }),
    platform,
  })

  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('a body of more than 256 KiB is not verified at all', async () => {
  const { headers } = manualWebhook('STREAM_STARTED', { recipientId: 'a', streamId: 's' })

  const answer = await service.receive({ platform: 'manual', headers, body: 'x'.repeat(300_000) })

  expect(answer).toMatchObject({ status: 413 })
})
