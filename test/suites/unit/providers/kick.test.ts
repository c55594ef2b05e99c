import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StreamingPlatform } from '../../../../shared/areas/recipients/streamingPlatform.ts'
import { kick } from '../../../../shared/providers/kick.ts'
import { kickEvents } from '../../../../shared/providers/kickEvents.ts'
import { kickWebhook, type SignedWebhook } from '../../../local/sandbox/eventSenders.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const sandbox = await sharedByTests(startSandbox())

const answered = (path: string, status: number, body: unknown): void =>
  sandbox.script({ path }, { kind: 'instead', response: { status, body } })

describe('the platform', () => {
  let platform: StreamingPlatform
  beforeEach(() => {
    const { KICK_IDENTITY_URL: identity = '', KICK_API_URL: api = '' } = sandbox.urls
    platform = kick({ identity, api }, async () => ({
      'kick/client-id': 'id',
      'kick/client-secret': 'secret',
      'kick/redirect-uri': 'https://app.test/',
    }))
  })

  test('the platform is named in its failures', async () => {
    answered('/oauth/token', 400, { error: 'invalid_client' })

    await expect(platform.refresh('old')).rejects.toMatchObject({
      message: 'Kick refused a token request with invalid_client.',
    })
  })

  test('tells whose a token is', async () => {
    answered('/public/v1/users', 200, { data: [{ user_id: 7, name: 'Seven' }] })

    expect(await platform.account('access')).toEqual({ id: '7', name: 'Seven' })
    expect(sandbox.log.at(-1)).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer access' } })
  })

  test.each([
    [401, { data: [{ user_id: 7, name: 'Seven' }] }, '(401)'],
    [200, { data: [] }, '(200)'],
    [200, { data: [{ user_id: -7, name: 'Seven' }] }, 'unknown form'],
    [200, { data: [{ name: 'Seven' }] }, 'unknown form'],
    [200, {}, 'unknown form'],
  ])('tells nothing of a token by %i %j', async (status, body, said) => {
    answered('/public/v1/users', status, body)

    await expect(platform.account('access')).rejects.toMatchObject({
      code: 'provider_bad_answer',
      message: expect.stringMatching(new RegExp(`^Kick .*${said.replace(/[()]/g, '\\$&')}`)),
    })
  })

  test('revokes both tokens by the query, as it asks for', async () => {
    const before = sandbox.log.length

    await platform.revoke({ accessToken: 'access', refreshToken: 'refresh' })

    const requests = sandbox.log
      .slice(before)
      .map(({ method, path, query, headers }) => [`${method} ${path}?${query}`, headers['content-type']])
    const form = 'application/x-www-form-urlencoded'
    expect(requests.toSorted()).toEqual([
      ['POST /oauth/revoke?token=access&token_hint_type=access_token', form],
      ['POST /oauth/revoke?token=refresh&token_hint_type=refresh_token', form],
    ])
  })

  test.each([
    [400, undefined],
    [401, 'provider_bad_answer'],
    [503, 'provider_unavailable'],
  ])('to which a token is nothing (%i) fails with %s', async (status, code) => {
    answered('/oauth/revoke', status, '')

    expect(await platform.revoke({ refreshToken: 'refresh' }).catch((error) => error.code)).toBe(code)
  })
})

describe('events', () => {
  const at = new Date('2026-03-01T18:30:00Z')
  const sentAt = '2026-03-01T18:30:00.000000000Z'
  const keyPath = '/public/v1/public-key'
  const minute = 60_000
  let now = at.getTime()
  beforeEach(() => {
    now = at.getTime()
  })

  const adapter = () => kickEvents(sandbox.urls['KICK_EVENTS_API_URL'] ?? '', () => now)
  const keyRequests = () => sandbox.log.filter(({ path }) => path === keyPath).length
  const sent = ({ headers, body }: SignedWebhook, change: Readonly<Record<string, string>> = {}) => ({
    headers: { ...headers, ...change },
    rawBody: Buffer.from(body),
    receivedAt: at,
  })
  const status = (change: object, id = 'message') =>
    kickWebhook(
      'livestream.status.updated',
      { broadcaster: { user_id: 7 }, is_live: true, started_at: '2026-03-01T18:00:00Z', ended_at: null, ...change },
      { id, at },
    )
  const { privateKey: strange } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const forged = () =>
    sent(status({}), { 'kick-event-signature': sign('sha256', Buffer.from('x'), strange).toString('base64') })
  const rejected = { code: 'signature_rejected', message: 'The webhook is not signed by this platform.' }

  test.each([
    [{}, { kind: 'started', sessionId: '2026-03-01T18:00:00Z', at: '2026-03-01T18:00:00.000000000Z', sentAt }],
    [
      { is_live: false, ended_at: '2026-03-01T18:29:00Z' },
      { kind: 'ended', at: '2026-03-01T18:29:00.000000000Z', startedAt: '2026-03-01T18:00:00.000000000Z', sentAt },
    ],
    [
      { is_live: false },
      { kind: 'ended', at: '2026-03-01T18:30:00.000000000Z', startedAt: '2026-03-01T18:00:00.000000000Z', sentAt },
    ],
  ])('the status %j is %j', async (change, event) => {
    expect(await adapter().read(sent(status(change)))).toEqual({
      kind: 'account',
      messageId: 'message',
      accountId: '7',
      event,
    })
  })

  test('another event is not used', async () => {
    expect(await adapter().read(sent(kickWebhook('chat.message.sent', {}, { at })))).toEqual({ kind: 'unused' })
  })

  const nobody = { username: null }
  test.each<[string, object, object]>([
    ['channel.followed', { follower: {} }, { event: 'follow' }],
    [
      'channel.subscription.new',
      { subscriber: { username: 'Mira' } },
      { event: 'subscription', count: 1, nickname: 'Mira' },
    ],
    ['channel.subscription.gifts', { gifter: nobody, giftees: [] }, { event: 'subscription-gift', count: 0 }],
    ['kicks.gifted', { sender: nobody, gift: { amount: 1 } }, { event: 'kick-gift', count: 1 }],
    ['kicks.gifted', { sender: nobody, gift: { amount: 1, message: null } }, { event: 'kick-gift', count: 1 }],
  ])('a message %s with no more than %j is an event at the time of the message', async (type, event, expected) => {
    const webhook = kickWebhook(type, { broadcaster: { user_id: 7 }, ...event }, { id: 'message', at })

    expect(await adapter().read(sent(webhook))).toEqual({
      kind: 'audience',
      messageId: 'message',
      accountId: '7',
      event: { ...expected, timestamp: '2026-03-01T18:30:00Z' },
    })
  })

  test.each([
    ['of another key', () => forged()],
    ['without signature', () => sent(status({}), { 'kick-event-signature': '' })],
    ['with another id', () => sent(status({}), { 'kick-event-message-id': 'other' })],
    ['without an id, by which a repetition is known, though its signature fits', () => sent(status({}, ''))],
    ['with another time', () => sent(status({}), { 'kick-event-message-timestamp': '2026-03-01T18:30:01Z' })],
    ['without a time', () => sent(status({}), { 'kick-event-message-timestamp': 'now' })],
  ])('a message %s is refused', async (_name, webhook) => {
    await expect(adapter().read(webhook())).rejects.toMatchObject(rejected)
  })

  test('a message without signature or time asks for no key', async () => {
    const before = keyRequests()

    await expect(adapter().read(sent(status({}), { 'kick-event-signature': '' }))).rejects.toMatchObject(rejected)

    expect(keyRequests()).toBe(before)
  })

  test.each([[{ broadcaster: {} }], [{ is_live: 'yes' }], [{ started_at: 'now' }]])(
    'a genuine message with %j has another form',
    async (change) => {
      await expect(adapter().read(sent(status(change)))).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )

  test('the key is kept for an hour', async () => {
    const events = adapter()
    const before = keyRequests()

    for (const elapsed of [0, 60 * minute - 1, 60 * minute]) {
      now = at.getTime() + elapsed
      await events.read(sent(status({})))
      expect(keyRequests() - before).toBe(elapsed === 60 * minute ? 2 : 1)
    }
  })

  test('forged signatures have the key fetched again once a minute', async () => {
    const events = adapter()
    const before = keyRequests()
    const fetched: number[] = []

    for (const elapsed of [0, minute - 1, minute, minute + 1]) {
      now = at.getTime() + elapsed
      await expect(events.read(forged())).rejects.toMatchObject(rejected)
      fetched.push(keyRequests() - before)
    }

    expect(fetched).toEqual([1, 1, 2, 2])
  })

  test('a key that was replaced is found by the first signature that does not fit the old one', async () => {
    const events = adapter()
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    answered(keyPath, 200, { data: { public_key: publicKey.export({ type: 'spki', format: 'pem' }) } })
    await expect(events.read(sent(status({})))).rejects.toMatchObject(rejected)
    now += minute

    expect(await events.read(sent(status({})))).toMatchObject({ kind: 'account' })
  })

  test('a key that cannot be fetched is asked for again after ten seconds, regression: each forged event made calls', async () => {
    const events = adapter()
    const before = keyRequests()
    for (const _ of [1, 2, 3]) answered(keyPath, 500, {})

    for (const elapsed of [0, 9_999]) {
      now = at.getTime() + elapsed
      await expect(events.read(sent(status({})))).rejects.toMatchObject({ code: 'provider_unavailable' })
    }
    expect(keyRequests() - before).toBe(3)

    now = at.getTime() + 10_000
    expect(await events.read(sent(status({})))).toMatchObject({ kind: 'account' })
  })

  test('an old key is used while a new one cannot be fetched', async () => {
    const events = adapter()
    await events.read(sent(status({})))
    now += 60 * minute
    for (const _ of [1, 2, 3]) answered(keyPath, 500, {})

    expect(await events.read(sent(status({})))).toMatchObject({ kind: 'account' })
  })

  test.each([
    [403, {}, 'Kick sent an unexpected answer (403).'],
    [200, {}, 'Kick sent an answer of an unknown form.'],
    [200, { data: { public_key: 'no key' } }, 'Kick sent an unreadable public key'],
  ])('nothing is verified by %i %j', async (code, body, message) => {
    answered(keyPath, code, body)

    await expect(adapter().read(sent(status({})))).rejects.toThrow(message)
  })
})
