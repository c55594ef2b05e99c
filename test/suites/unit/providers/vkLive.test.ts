import { expect, test } from 'vitest'
import { vkLive } from '../../../../shared/providers/vkLive.ts'
import { vkLiveChannels } from '../../../../shared/providers/vkLiveChannels.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { askedOf } from './askedOf.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const authorization = `Basic ${btoa('id:secret')}`
const credentials = {
  'vk-live/client-id': 'id',
  'vk-live/client-secret': 'secret',
  'vk-live/redirect-uri': 'https://app.test/',
}

const sandbox = await sharedByTests(startSandbox())
const { VK_LIVE_IDENTITY_URL: identity = '', VK_LIVE_API_URL: api = '' } = sandbox.urls
const platform = vkLive({ identity, api }, async () => credentials)
const statuses = vkLiveChannels(
  api,
  async () => credentials,
  () => now,
)

const answered = (path: string, status: number, body: unknown): void =>
  sandbox.script({ path }, { kind: 'instead', response: { status, body } })

test('VK Live gives tokens for a code and for a refresh token, each with the redirect URI', async () => {
  const granted = { access_token: 'access', refresh_token: 'refresh', expires_in: 60, token_type: 'Bearer' }
  for (const _ of [1, 2]) answered('/oauth/server/token', 200, granted)

  const requests = await askedOf(sandbox, async () => {
    expect(await platform.redeemCode('code')).toMatchObject({ accessToken: 'access' })
    expect(await platform.refresh('old')).toMatchObject({ refreshToken: 'refresh' })
  })

  const forms = requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))
  const redirect_uri = 'https://app.test/'
  expect(requests).toMatchObject(Array(2).fill({ asked: 'POST /oauth/server/token', authorization }))
  expect(forms).toEqual([
    { grant_type: 'authorization_code', code: 'code', redirect_uri },
    { grant_type: 'refresh_token', refresh_token: 'old', redirect_uri },
  ])
})

test('VK Live is named in its failures', async () => {
  answered('/oauth/server/token', 400, { error: 'invalid_client' })

  await expect(platform.refresh('old')).rejects.toMatchObject({
    message: 'VK Video Live refused a token request with invalid_client.',
  })
})

test.each([
  [
    { user: { id: 7, nick: 'Seven' }, channel: { url: 'seven' } },
    { id: '7', name: 'Seven', channelUrl: 'seven' },
  ],
  [
    { user: { id: 'x7', nick: 'Seven' }, channel: null },
    { id: 'x7', name: 'Seven' },
  ],
  [{ user: { id: 7, nick: 'Seven' } }, { id: '7', name: 'Seven' }],
])('VK Live tells of %j whose a token is, and where its channel is', async (data, account) => {
  answered('/v1/current_user', 200, { data })

  const [request] = await askedOf(sandbox, async () => expect(await platform.account('access')).toEqual(account))

  expect(request).toMatchObject({ asked: 'GET /v1/current_user', authorization: 'Bearer access' })
})

test.each([
  [401, { data: { user: { id: 7, nick: 'Seven' } } }, 'VK Video Live sent an unexpected answer (401).'],
  [200, { data: { user: { id: 0, nick: 'Seven' } } }, 'VK Video Live sent an answer of an unknown form.'],
  [200, { data: { user: { id: 7 } } }, 'VK Video Live sent an answer of an unknown form.'],
  [200, {}, 'VK Video Live sent an answer of an unknown form.'],
])('VK Live tells nothing of a token by %i %j', async (status, body, message) => {
  answered('/v1/current_user', status, body)

  await expect(platform.account('access')).rejects.toMatchObject({ code: 'provider_bad_answer', message })
})

const entry = (status: string | null | undefined, stream: object | null | undefined, url = 'seven') => ({
  channel: { url, status },
  stream,
})
const stream = { id: 's1', started_at: 1_767_225_000, ended_at: null }
const startedAt = new Date(1_767_225_000_000)

test('channels are asked for together, in the name of the app', async () => {
  answered('/v1/channels', 200, { data: { channels: [entry('online', stream, 'a'), entry('offline', null, 'b')] } })

  const [request] = await askedOf(sandbox, async () =>
    expect(await statuses(['a', 'b'])).toEqual(
      new Map<string, object>([
        ['a', { isOnline: true, sessionId: 's1', startedAt }],
        ['b', { isOnline: false }],
      ]),
    ),
  )

  const body = { channels: [{ url: 'a' }, { url: 'b' }] }
  expect(request).toEqual({ asked: 'POST /v1/channels', authorization, contentType: 'application/json', body })
})

test.each([
  ['ONLINE', stream, { isOnline: true, sessionId: 's1', startedAt }],
  ['online', { id: 's1' }, { isOnline: true, sessionId: 's1', startedAt: new Date(now) }],
  ['online', { ...stream, ended_at: 1_767_225_100 }, { isOnline: false }],
  ['online', null, { isOnline: false }],
  ['online', undefined, { isOnline: false }],
  ['offline', stream, { isOnline: false }],
  [null, stream, { isOnline: false }],
  [undefined, stream, { isOnline: false }],
])('a channel with the status %s and the stream %j is %j', async (status, given, expected) => {
  answered('/v1/channels', 200, { data: { channels: [entry(status, given)] } })

  expect((await statuses(['seven'])).get('seven')).toEqual(expected)
})

test.each([
  [403, { data: { channels: [] } }, 'provider_bad_answer', 'VK Video Live sent an unexpected answer (403).'],
  [200, { data: {} }, 'provider_bad_answer', 'VK Video Live sent an answer of an unknown form.'],
  [200, { data: { channels: [{}] } }, 'provider_bad_answer', 'VK Video Live sent an answer of an unknown form.'],
])('channels are not known after %i %j', async (status, body, code, message) => {
  answered('/v1/channels', status, body)

  await expect(statuses(['seven'])).rejects.toMatchObject({ code, message })
})
