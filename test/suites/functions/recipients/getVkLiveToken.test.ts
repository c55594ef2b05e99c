import { expect, test } from 'vitest'
import { anId } from '../../../support/expected.ts'
import { itemsOf } from '../../../support/itemsOf.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { startPlatforms } from './platforms.ts'

const platforms = await sharedByTests(startPlatforms())

const link = (recipient: string, authorizationCode: string, headers: Readonly<Record<string, string>> = {}) =>
  platforms.call('getVkLiveToken', { recipient, headers, body: { authorizationCode } })

test('the answer is the documented object, constant but for its body', async () => {
  const { someone, sandbox } = platforms
  const before = sandbox.log.length

  const answer = await link(someone(), `good-${someone()}`, {
    authorization: 'Bearer of-the-caller',
    origin: 'https://x.example',
  })

  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    attributes: { conversionService: {}, empty: true },
    headers: {
      conversionService: {},
      empty: true,
      keepAlive: true,
      origin: '',
      authorization: '',
      contentType: 'application/json',
    },
    body: {
      id: anId,
      token: expect.stringMatching(/^vk-access-/),
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    },
    characterEncoding: 'UTF-8',
    locale: 'en',
    contentType: {
      name: 'application/json',
      type: 'application',
      subtype: 'json',
      extension: 'json',
      quality: '1.0',
      version: '',
      charset: 'UTF-8',
      parametersMap: {},
      parameters: { empty: true },
      qualityAsNumber: 1,
      textBased: true,
    },
    status: 'OK',
  })
  const [tokenRequest] = sandbox.log.slice(before)
  expect(tokenRequest?.headers['authorization']).toMatch(/^Basic /)
  expect([...new URLSearchParams(tokenRequest?.body).keys()].toSorted()).toEqual(['code', 'grant_type', 'redirect_uri'])
})

test('the token record is the one that the other operations know', async () => {
  const { someone, call, getAccessToken } = platforms
  const [recipient, user] = [someone(), someone()]

  const { body } = (await link(recipient, `good-${user}`)).body

  const { content } = (await call('listTokens', { recipient })).body
  expect(content).toMatchObject([{ id: body.id, system: 'VKLive', enabled: true, account: { name: user } }])
  expect((await getAccessToken(recipient, body.id)).body).toEqual({ token: body.token })
})

test('the answer is never stored: a repetition with the same key spends a spent code', async () => {
  const { someone } = platforms
  const [recipient, code] = [someone(), `good-${someone()}`]
  await link(recipient, code, { 'idempotency-key': 'key' })

  expect(await link(recipient, code, { 'idempotency-key': 'key' })).toMatchObject({
    status: 400,
    body: { code: 'authorization_code_rejected' },
  })
})

test('an account without a channel is linked, and its streams are not looked for', async () => {
  const { someone, sandbox, aws } = platforms
  const recipient = someone()
  const response = { status: 200, body: { data: { user: { id: 4711, nick: 'viewer' }, channel: null } } }
  sandbox.script({ path: '/v1/current_user' }, { kind: 'instead', response })

  expect(await link(recipient, `good-${someone()}`)).toMatchObject({ status: 200 })

  const watched = await itemsOf(aws, 'watchedChannels')
  expect(watched.filter(({ recipientId }) => recipientId === recipient)).toEqual([])
})

test('accounts of the two platforms are apart, even of one user id', async () => {
  const { someone, linkKick, call } = platforms
  const [recipient, user] = [someone(), someone()]
  await linkKick(recipient, `good-${user}`)
  await link(recipient, `good-${user}`)

  const { content } = (await call('listTokens', { recipient, query: { sort: 'system,asc' } })).body

  expect(content.map(({ system }: { system: string }) => system)).toEqual(['Kick', 'VKLive'])
})

test.each([
  ['no authorization code', {}, '/authorizationCode'],
  [
    'a code verifier, regression: the platform has no PKCE, and a front end believed in it',
    { authorizationCode: 'x', codeVerifier: 'v'.repeat(43) },
    '/codeVerifier',
  ],
])('%s is 400', async (_name, body, pointer) => {
  for (const operation of ['getVkLiveToken', 'linkTwitch'])
    expect(await platforms.call(operation, { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] },
    })
})

test('an unlinked account leaves neither link, place nor watched channel, and those of another recipient stay', async () => {
  const { someone, call, aws } = platforms
  const [recipient, other] = [someone(), someone()]
  const left = async (of: string) => {
    const found = await Promise.all(
      (['tokens', 'accountLinks', 'watchedChannels', 'quotas'] as const).map(async (table) =>
        (await itemsOf(aws, table)).filter(({ recipientId }) => recipientId === of).map((item) => ({ table, item })),
      ),
    )
    return found.flat()
  }
  const { id } = (await link(recipient, `good-${someone()}`)).body.body
  await link(other, `good-${someone()}`)
  const before = await left(other)

  await call('unlinkToken', { recipient, body: { id } })

  expect(await left(recipient)).toEqual([{ table: 'quotas', item: { recipientId: recipient, collection: 'accounts' } }])
  expect(await left(other)).toEqual(before)
  expect(before.map(({ table }) => table)).toEqual(['tokens', 'accountLinks', 'watchedChannels', 'quotas'])
})

test('link-vklive links an account as the older path does, and answers as other platforms do', async () => {
  const { someone, call } = platforms
  const recipient = someone()

  const answer = await call('linkVkLive', { recipient, body: { authorizationCode: `good-${someone()}` } })

  const { id, ...linked } = answer.body
  expect(answer.status).toBe(200)
  expect(linked).toEqual({
    system: 'VKLive',
    enabled: true,
    account: { id: expect.stringMatching(/./), name: expect.stringMatching(/./) },
  })
  expect((await call('listTokens', { recipient })).body.content).toMatchObject([{ id, ...linked }])
  const watched = await itemsOf(platforms.aws, 'watchedChannels')
  expect(watched.filter(({ recipientId }) => recipientId === recipient)).toHaveLength(1)
})
