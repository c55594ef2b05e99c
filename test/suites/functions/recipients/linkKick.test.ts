import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import type { TableName } from '../../../../shared/contract/resources.ts'
import type { Failure } from '../../../local/sandbox/failures.ts'
import { anId, justNow } from '../../../support/expected.ts'
import { useUpRate } from '../../../support/fixtures/limits.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { codeVerifier, startPlatforms } from './platforms.ts'

const platforms = await sharedByTests(startPlatforms())

const put = async (table: TableName, Item: object): Promise<void> => {
  await platforms.aws.client.send(new PutCommand({ TableName: platforms.aws.table(table), Item: { ...Item } }))
}

const tokenEndpoint = { base: 'id.kick.com', path: '/oauth/token' }
const users = { base: 'api.kick.com', path: '/public/v1/users' }

const requestsSince = (index: number) =>
  platforms.sandbox.log.slice(index).map(({ method, base, path }) => `${method} ${base}${path}`)

const listOf = async (recipient: string) => (await platforms.call('listTokens', { recipient })).body.content

test('an account is linked by its code and code verifier', async () => {
  const { someone, linkKick, sandbox } = platforms
  const [recipient, user] = [someone(), someone()]
  const before = sandbox.log.length

  const answer = await linkKick(recipient, `good-${user}`)

  expect(answer).toMatchObject({
    status: 200,
    body: { id: anId, system: 'Kick', enabled: true, account: { name: user } },
  })
  expect(requestsSince(before)).toEqual(['POST id.kick.com/oauth/token', 'GET api.kick.com/public/v1/users'])
  const form = new URLSearchParams(sandbox.log[before]?.body)
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'authorization_code',
    code: `good-${user}`,
    code_verifier: codeVerifier,
    client_id: sandbox.parameters['kick/client-id'],
    client_secret: sandbox.parameters['kick/client-secret'],
    redirect_uri: sandbox.parameters['kick/redirect-uri'],
  })
  const { id, system, enabled, account } = answer.body
  expect(await listOf(recipient)).toEqual([
    {
      id,
      system,
      enabled,
      account,
      scopes: ['user:read'],
      relinkRequired: false,
      createdAt: justNow,
      updatedAt: justNow,
    },
  ])
})

test('linking again renews the record and enables it', async () => {
  const { someone, linkKick, call, getAccessToken } = platforms
  const [recipient, user] = [someone(), someone()]
  const first = await linkKick(recipient, `good-${user}`)
  const before = (await getAccessToken(recipient, first.body.id)).body.token
  await call('toggleToken', { recipient, body: { id: first.body.id, enabled: false } })
  const [{ createdAt }] = await listOf(recipient)

  const second = await linkKick(recipient, `good-expired-${user}`)

  expect(second.body).toEqual(first.body)
  expect(await listOf(recipient)).toMatchObject([{ createdAt, enabled: true }])
  const after = await getAccessToken(recipient, first.body.id)
  expect(after).toMatchObject({ status: 200 })
  expect(after.body.token).not.toBe(before)
})

test('an account of another recipient is refused without a revocation, which may end the other link', async () => {
  const { someone, linkKick, sandbox, getAccessToken } = platforms
  const [owner, other, user] = [someone(), someone(), someone()]
  const { body } = await linkKick(owner, `good-${user}`)
  const before = sandbox.log.length

  const answer = await linkKick(other, `good-expired-${user}`)

  expect(answer).toMatchObject({ status: 409, body: { code: 'account_already_linked' } })
  expect(requestsSince(before)).toEqual(['POST id.kick.com/oauth/token', 'GET api.kick.com/public/v1/users'])
  expect(await listOf(other)).toEqual([])
  expect(await getAccessToken(owner, body.id)).toMatchObject({ status: 200 })
})

test('of two recipients who link one account at the same time, one gets it', async () => {
  const { someone, linkKick } = platforms
  const user = someone()

  const answers = await Promise.all([linkKick(someone(), `good-${user}`), linkKick(someone(), `good-expired-${user}`)])

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test.each(['bad-code', 'x'.repeat(2048)])('the code %s is rejected', async (code) => {
  const { someone, linkKick } = platforms

  expect(await linkKick(someone(), code)).toMatchObject({ status: 400, body: { code: 'authorization_code_rejected' } })
})

test.each([
  ['a code verifier of 42 characters', { codeVerifier: 'x'.repeat(42) }, '/codeVerifier'],
  ['a code verifier of 129 characters', { codeVerifier: 'x'.repeat(129) }, '/codeVerifier'],
  ['a code verifier with a space', { codeVerifier: `${'x'.repeat(42)} ` }, '/codeVerifier'],
  ['no code verifier', { codeVerifier: undefined }, '/codeVerifier'],
  ['no authorization code', { authorizationCode: undefined }, '/authorizationCode'],
  ['an empty authorization code', { authorizationCode: '' }, '/authorizationCode'],
  ['an authorization code that is a number', { authorizationCode: 1 }, '/authorizationCode'],
])('%s is 400 and reaches nobody', async (_name, change, pointer) => {
  const { call, sandbox } = platforms
  const before = sandbox.log.length

  const answer = await call('linkKick', { body: { authorizationCode: 'good-x', codeVerifier, ...change } })

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ in: 'body', pointer }] } })
  expect(sandbox.log).toHaveLength(before)
})

const failures: readonly [string, Failure, number, string, string | undefined][] = [
  ['429', { kind: 'status', status: 429, retryAfter: 7 }, 503, 'provider_unavailable', '7'],
  ['a dropped connection', { kind: 'dropAfter' }, 503, 'provider_unavailable', '1'],
  ['an HTML page', { kind: 'html' }, 502, 'provider_bad_answer', undefined],
]

test.each(failures)(
  'a code that is answered with %s is not sent twice, and links nothing',
  async (_name, failure, status, code, retryAfter) => {
    const { someone, linkKick, sandbox, tokenRequests } = platforms
    const recipient = someone()
    const before = sandbox.log.length
    sandbox.script(tokenEndpoint, failure)

    const answer = await linkKick(recipient, `good-${someone()}`)

    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers['retry-after']).toBe(retryAfter)
    expect(tokenRequests('authorization_code', before)).toBe(1)
    expect(await listOf(recipient)).toEqual([])
  },
)

test('the profile is read again while the platform fails', async () => {
  const { someone, linkKick, sandbox } = platforms
  const before = sandbox.log.length
  sandbox.script(users, { kind: 'status', status: 502 })
  sandbox.script(users, { kind: 'dropBefore' })

  expect(await linkKick(someone(), `good-${someone()}`)).toMatchObject({ status: 200 })
  expect(requestsSince(before).filter((request) => request.endsWith('/users'))).toHaveLength(3)
})

test.each([
  ['works', 200],
  ['fails', 500],
])(
  'tokens whose owner cannot be read are revoked, and the failure is reported, whether the revocation %s',
  async (_name, status) => {
    const { someone, linkKick, sandbox } = platforms
    const recipient = someone()
    const before = sandbox.log.length
    sandbox.script(users, { kind: 'status', status: 502 }, 3)
    sandbox.script({ path: '/oauth/revoke' }, { kind: 'instead', response: { status, body: '' } }, 2)

    const answer = await linkKick(recipient, `good-${someone()}`)

    expect(answer).toMatchObject({ status: 503, body: { detail: expect.stringContaining('502') } })
    expect(requestsSince(before).filter((request) => request.endsWith('/revoke'))).toHaveLength(2)
    expect(await listOf(recipient)).toEqual([])
  },
)

test.each([
  ['limit_reached', { places: new Set(Array.from({ length: 20 }, (_, index) => `id-${index}`)) }],
  ['erasure_in_progress', { erasedBy: 'erasure' }],
])('tokens that cannot be kept because of %s are revoked', async (code, use) => {
  const { someone, linkKick, sandbox } = platforms
  const recipient = someone()
  await put('quotas', { recipientId: recipient, collection: 'accounts', ...use })
  const before = sandbox.log.length

  expect(await linkKick(recipient, `good-${someone()}`)).toMatchObject({ status: 409, body: { code } })
  expect(requestsSince(before).filter((request) => request.endsWith('/revoke'))).toHaveLength(2)
  expect(await listOf(recipient)).toEqual([])
})

test.each([
  ['linkKick', { codeVerifier }],
  ['linkTwitch', {}],
  ['getVkLiveToken', {}],
])('a recipient that links too often redeems no code by %s', async (operation, more) => {
  const { someone, call, sandbox } = platforms
  const recipient = someone()
  await useUpRate({ recipient, put }, 'links')
  const body = { authorizationCode: `good-${someone()}`, ...more }
  const before = sandbox.log.length

  expect(await call(operation, { recipient, body })).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(sandbox.log).toHaveLength(before)
})

const key = (value: string) => ({ 'idempotency-key': value })

test('a repetition by its key gets the answer again and spends no code', async () => {
  const { someone, linkKick, sandbox } = platforms
  const [recipient, code] = [someone(), `good-${someone()}`]
  const first = await linkKick(recipient, code, key('again'))
  const before = sandbox.log.length

  const second = await linkKick(recipient, code, key('again'))

  expect(second.body).toEqual(first.body)
  expect(second).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
  expect(sandbox.log).toHaveLength(before)
})

test.each<[string, string, string, (code: string) => object]>([
  ['linkKick', 'id.kick.com', '/oauth/token', (authorizationCode) => ({ authorizationCode, codeVerifier })],
  ['linkTwitch', 'id.twitch.tv', '/oauth2/token', (authorizationCode) => ({ authorizationCode })],
  ['linkSource', 'www.donationalerts.com', '/oauth/token', (credential) => ({ service: 'donationAlerts', credential })],
])(
  'a repetition of %s by its key while the first request is running is refused, and sends nothing',
  async (operation, base, path, bodyOf) => {
    const { someone, call, sandbox, tokenRequests } = platforms
    const recipient = someone()
    const request = { recipient, headers: key('concurrent'), body: bodyOf(`good-${someone()}`) }
    const before = sandbox.log.length
    sandbox.script({ base, path }, { kind: 'delay', milliseconds: 300 })

    const answers = await Promise.all(Array.from({ length: 10 }, () => call(operation, request)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'request_in_progress' } })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(tokenRequests('authorization_code', before)).toBe(1)
    expect(await call(operation, request)).toMatchObject({ status: 200 })
  },
)

test('an unlinked account is removed, and anybody may link it', async () => {
  const { someone, linkKick, call, getAccessToken } = platforms
  const [first, second, user] = [someone(), someone(), someone()]
  const { id } = (await linkKick(first, `good-${user}`)).body
  const unlink = (recipient: string) => call('unlinkToken', { recipient, body: { id } })

  const foreign = await unlink(second)
  const unlinked = await unlink(first)

  expect(unlinked).toMatchObject({ status: 200, body: {} })
  expect(await listOf(first)).toEqual([])
  expect((await getAccessToken(first, id)).status).toBe(404)
  expect(foreign).toEqual(await unlink(first))
  expect(foreign.status).toBe(404)
  expect(await linkKick(second, `good-expired-${user}`)).toMatchObject({ status: 200 })
})
