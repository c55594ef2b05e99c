import { describe, expect, test } from 'vitest'
import { kickSubscriptions } from '../../../../shared/providers/kickSubscriptions.ts'
import { twitchSubscriptions } from '../../../../shared/providers/twitchSubscriptions.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { askedOf } from './askedOf.ts'

const callback = 'https://api.test/platforms/webhooks/twitch'
const secret = 's'.repeat(64)
const client = { id: 'sandbox-twitch-client', secret: 'sandbox-twitch-secret' }
const kickClient = { id: 'sandbox-kick-client', secret: 'sandbox-kick-secret' }

const sandbox = await sharedByTests(startSandbox())
const { TWITCH_IDENTITY_URL, TWITCH_API_URL, KICK_IDENTITY_URL, KICK_API_URL } = sandbox.urls
const twitch = twitchSubscriptions(
  { identity: TWITCH_IDENTITY_URL ?? '', api: TWITCH_API_URL ?? '' },
  async () => ({ 'twitch/client-id': client.id, 'twitch/client-secret': client.secret, 'twitch/redirect-uri': '' }),
  { callback, parameters: async () => ({ 'twitch/events-secret': secret }) },
)
const kick = kickSubscriptions({ identity: KICK_IDENTITY_URL ?? '', api: KICK_API_URL ?? '' }, async () => ({
  'kick/client-id': kickClient.id,
  'kick/client-secret': kickClient.secret,
  'kick/redirect-uri': '',
}))

const lastTokenRequest = (path: string) => {
  const form = new URLSearchParams(sandbox.log.find((request) => request.path === path)?.body)
  return Object.fromEntries(form)
}

const path = '/helix/eventsub/subscriptions'
const answered = (status: number, body: unknown): void =>
  sandbox.script({ path }, { kind: 'instead', response: { status, body } })
const kept = (id: string, change: object = {}) => ({
  id,
  status: 'enabled',
  type: 'stream.online',
  condition: { broadcaster_user_id: '7' },
  transport: { callback },
  ...change,
})

test('the subscriptions of this deployment at Twitch are listed, on every page, with their states', async () => {
  const page = [
    kept('active'),
    kept('pending', { status: 'webhook_callback_verification_pending', type: 'stream.offline' }),
    kept('ended', { status: 'authorization_revoked' }),
    kept('of another deployment', { transport: { callback: 'https://other.test/' } }),
    kept('of another transport', { transport: {} }),
    kept('of another event', { type: 'channel.update' }),
    kept('of no account', { condition: {} }),
  ]
  answered(200, { data: page, pagination: { cursor: 'next' } })
  answered(200, { data: [kept('last', { condition: { broadcaster_user_id: '8' } })], pagination: {} })

  const requests = await askedOf(sandbox, async () =>
    expect(await twitch.list()).toEqual([
      { id: 'active', accountId: '7', event: 'stream.online', state: 'active' },
      { id: 'pending', accountId: '7', event: 'stream.offline', state: 'pending' },
      { id: 'ended', accountId: '7', event: 'stream.online', state: 'ended' },
      { id: 'last', accountId: '8', event: 'stream.online', state: 'active' },
    ]),
  )

  expect(requests.map(({ asked }) => asked).slice(-2)).toEqual([`GET ${path}`, `GET ${path}?after=next`])
  expect(sandbox.log.at(-1)?.headers).toMatchObject({
    'client-id': client.id,
    authorization: expect.stringMatching(/^Bearer twitch-app-/),
  })
  const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
  expect(lastTokenRequest('/oauth2/token')).toEqual(form)
})

test('the Twitch subscriptions of an account are read page by page', async () => {
  answered(200, { data: [], pagination: { cursor: 'next' } })
  answered(200, { data: [] })

  const requests = (await askedOf(sandbox, () => twitch.list('7'))).slice(-2)

  expect(requests.map(({ asked }) => asked)).toEqual([`GET ${path}?user_id=7`, `GET ${path}?user_id=7&after=next`])
})

test.each([
  [202, { data: [kept('a')] }, 'active'],
  [202, { data: [kept('a', { status: 'webhook_callback_verification_pending' })] }, 'pending'],
  [202, { data: [] }, 'pending'],
])('a subscription at Twitch that is answered with %i %j is %s', async (status, body, state) => {
  answered(status, body)

  const [request] = (
    await askedOf(sandbox, async () => expect(await twitch.add('7', 'stream.online')).toBe(state))
  ).slice(-1)

  expect(request).toMatchObject({
    asked: `POST ${path}`,
    contentType: 'application/json',
    body: {
      type: 'stream.online',
      version: '1',
      condition: { broadcaster_user_id: '7' },
      transport: { method: 'webhook', callback, secret },
    },
  })
})

test.each([
  ['active', [kept('of another event', { type: 'channel.raid' }), kept('a')]],
  ['pending', [kept('a', { status: 'webhook_callback_verification_pending' })]],
  ['pending', []],
] as const)('a subscription that Twitch has already is %s as it is listed', async (state, data) => {
  answered(409, { error: 'Conflict', status: 409, message: 'subscription already exists', id: 'a' })
  answered(200, { data })

  const requests = await askedOf(sandbox, async () => expect(await twitch.add('7', 'stream.online')).toBe(state))

  expect(requests.map(({ asked }) => asked).slice(-2)).toEqual([`POST ${path}`, `GET ${path}?user_id=7`])
})

test.each([204, 404])('a subscription at Twitch is removed, or is gone already (%i)', async (status) => {
  answered(status, status === 204 ? '' : {})

  const [request] = (await askedOf(sandbox, () => twitch.remove('a b'))).slice(-1)

  expect(request?.asked).toBe(`DELETE ${path}?id=a+b`)
})

test('another answer of Twitch is a failure', async () => {
  const failed = { code: 'provider_bad_answer' }

  answered(403, { data: [] })
  await expect(twitch.list()).rejects.toMatchObject(failed)
  answered(400, { data: [kept('a')] })
  await expect(twitch.add('7', 'stream.online')).rejects.toMatchObject(failed)
  answered(410, { error: 'Gone', status: 410, message: 'this subscription version is not valid anymore' })
  await expect(twitch.add('7', 'stream.online')).rejects.toMatchObject(failed)
  answered(400, {})
  await expect(twitch.remove('a')).rejects.toMatchObject(failed)
})

test('the start and the end of streams at Twitch, and raids, are subscribed to without a scope', () => {
  expect(twitch.events([])).toEqual(['stream.online', 'stream.offline', 'channel.raid'])
})

describe('kick', () => {
  const path = '/public/v1/events/subscriptions'
  const event = 'livestream.status.updated'
  const answered = (status: number, body: unknown): void =>
    sandbox.script({ path }, { kind: 'instead', response: { status, body } })

  test('the subscriptions to the used event are listed', async () => {
    const about = { broadcaster_user_id: 7, event }
    answered(200, {
      data: [
        { ...about, id: 'used' },
        { ...about, id: 'other', event: 'chat.message.sent' },
      ],
    })

    const requests = await askedOf(sandbox, async () =>
      expect(await kick.list()).toEqual([{ id: 'used', accountId: '7', event, state: 'active' }]),
    )

    expect(requests.at(-1)?.asked).toBe(`GET ${path}`)
    expect(requests.at(-1)?.authorization).toMatch(/^Bearer kick-app-/)
    const form = { grant_type: 'client_credentials', client_id: kickClient.id, client_secret: kickClient.secret }
    expect(lastTokenRequest('/oauth/token')).toEqual(form)
  })

  test.each([[{ data: null }], [{}], [{ data: [] }]])('an account with %j has none', async (body) => {
    answered(200, body)

    const [request] = await askedOf(sandbox, async () => expect(await kick.list('7')).toEqual([]))

    expect(request?.asked).toBe(`GET ${path}?broadcaster_user_id=7`)
  })

  test('one is added', async () => {
    answered(200, { data: [{ subscription_id: 'new' }] })

    const [request] = await askedOf(sandbox, async () => expect(await kick.add('7', event)).toBe('active'))

    const body = { broadcaster_user_id: 7, events: [{ name: event, version: 1 }], method: 'webhook' }
    expect(request).toMatchObject({ asked: `POST ${path}`, contentType: 'application/json', body })
  })

  test.each([
    [200, { data: [{ subscription_id: null, error: 'no' }] }],
    [200, { data: [{ subscription_id: '' }] }],
    [200, { data: [] }],
    [200, {}],
    [400, { data: [{ subscription_id: 'new' }] }],
  ])('none is added by the answer %i %j', async (status, body) => {
    answered(status, body)

    await expect(kick.add('7', event)).rejects.toMatchObject({ code: 'provider_bad_answer' })
  })

  test.each([200, 204, 404])('one is removed, or is gone already (%i)', async (status) => {
    answered(status, status === 204 ? '' : {})

    const [request] = await askedOf(sandbox, () => kick.remove('a b'))

    expect(request?.asked).toBe(`DELETE ${path}?id=a+b`)
  })

  test('another answer is a failure', async () => {
    answered(403, { data: [] })
    await expect(kick.list()).rejects.toMatchObject({ code: 'provider_bad_answer' })
    answered(403, {})
    await expect(kick.remove('a')).rejects.toMatchObject({ code: 'provider_bad_answer' })
  })

  test('events of streams are subscribed to', () => {
    expect(kick.events([])).toEqual([event])
  })
})
