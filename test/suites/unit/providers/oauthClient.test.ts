import { ClientSecretBasic } from 'oauth4webapi'
import { describe, expect, test, vi } from 'vitest'
import { type ProviderAnswer, type ProviderHttp, providerHttp } from '../../../../shared/mechanisms/outbound/http.ts'
import { oauthClient } from '../../../../shared/providers/oauthClient.ts'

const json = { 'content-type': 'application/json' }
const tokens = { access_token: 'access', token_type: 'bearer', refresh_token: 'refresh', expires_in: 60 }
const answerOf = (body: unknown, status = 200): ProviderAnswer => ({
  status,
  headers: json,
  body: JSON.stringify(body),
})

const now = Date.parse('2026-01-01T00:00:00Z')

const clientFor = (answer: ProviderAnswer, ...later: readonly ProviderAnswer[]) => {
  const send = vi.fn<ProviderHttp['send']>(() => Promise.resolve(answer))
  for (const next of later) send.mockResolvedValueOnce(next)
  const client = oauthClient(
    { ...providerHttp('Platform'), send },
    {
      platform: 'Platform',
      tokenEndpoint: 'https://id.example/token',
      revocationEndpoint: 'https://id.example/revoke',
      clientId: 'client',
      authentication: ClientSecretBasic('secret'),
      redirectUri: 'https://app.example/',
    },
    () => now,
  )
  return { client, send }
}

const outcomeOf = (answer: ProviderAnswer) => ({
  redeemed: clientFor(answer).client.redeemCode('code', 'v'.repeat(43)),
  refreshed: clientFor(answer).client.refresh('refresh'),
})

test('a lifetime in seconds becomes an end in epoch milliseconds', async () => {
  const redeemed = await clientFor(answerOf(tokens)).client.redeemCode('code')

  expect(redeemed).toEqual({ accessToken: 'access', refreshToken: 'refresh', expiresAt: now + 60_000, scopes: [] })
})

const hundred = Array.from({ length: 100 }, (_, index) => `s${String(index).padStart(2, '0')}`)

test.each([
  ['user:read events:subscribe', ['events:subscribe', 'user:read']],
  ['channel:points,chat:settings channel:points', ['channel:points', 'chat:settings']],
  ['', []],
  [`${'x'.repeat(129)} ${'y'.repeat(128)}`, ['y'.repeat(128)]],
  [hundred.concat('x').join(' '), hundred],
])('the scopes of “%s” are apart and sorted', async (scope, scopes) => {
  expect(await clientFor(answerOf({ ...tokens, scope })).client.redeemCode('code')).toMatchObject({ scopes })
})

test('a refresh without a new refresh token keeps the old one', async () => {
  const { refresh_token: _none, ...withoutRefreshToken } = tokens

  expect(await clientFor(answerOf(withoutRefreshToken)).client.refresh('old')).toMatchObject({ refreshToken: 'old' })
})

test('an absurd lifetime is cut to a year', async () => {
  const { expiresAt } = await clientFor(answerOf({ ...tokens, expires_in: 1e300 })).client.refresh('refresh')

  expect(expiresAt).toBe(now + 365 * 86_400_000)
})

test.each([
  ['invalid_grant', 'authorization_code_rejected', 'relink_required'],
  ['invalid_request', 'authorization_code_rejected', 'provider_bad_answer'],
  ['invalid_client', 'provider_bad_answer', 'provider_bad_answer'],
  ['access_denied', 'provider_bad_answer', 'provider_bad_answer'],
])('the OAuth error %s is %s of a code, %s of a refresh', async (error, ofCode, ofRefresh) => {
  const { redeemed, refreshed } = outcomeOf(answerOf({ error, error_description: 'secret' }, 400))

  await expect(redeemed).rejects.toMatchObject({ code: ofCode, message: expect.not.stringContaining('secret') })
  await expect(refreshed).rejects.toMatchObject({ code: ofRefresh })
})

describe.each<[string, ProviderAnswer]>([
  ['no access token', answerOf({ ...tokens, access_token: undefined })],
  ['no lifetime', answerOf({ ...tokens, expires_in: undefined })],
  ['a negative lifetime', answerOf({ ...tokens, expires_in: -1 })],
  ['an unknown token type', answerOf({ ...tokens, token_type: 'mac' })],
  ['a token that is too long to be encrypted', answerOf({ ...tokens, access_token: 'x'.repeat(4097) })],
  ['a refresh token that is too long to be encrypted', answerOf({ ...tokens, refresh_token: 'x'.repeat(4097) })],
  ['an array', answerOf([tokens])],
  ['no content', { status: 204, headers: {}, body: '' }],
  ['404', answerOf({ message: 'Not Found' }, 404)],
  ['a challenge', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: '' }],
])('the answer has %s', (_name, answer) => {
  test('it is a bad answer, to both kinds of request', async () => {
    const { redeemed, refreshed } = outcomeOf(answer)

    await expect(redeemed).rejects.toMatchObject({ code: 'provider_bad_answer' })
    await expect(refreshed).rejects.toMatchObject({ code: 'provider_bad_answer' })
  })
})

test('tokens of the greatest length are taken', async () => {
  const longest = { access_token: 'a'.repeat(4096), refresh_token: 'r'.repeat(4096) }

  const redeemed = await clientFor(answerOf({ ...tokens, ...longest })).client.redeemCode('code')

  expect(redeemed).toMatchObject({ accessToken: longest.access_token, refreshToken: longest.refresh_token })
})

test.each(['invalid_client', 'invalid_request', 'invalid_scope', 'unauthorized_client', 'unsupported_grant_type'])(
  'the operator is told of %s, because the deployment is not set up correctly',
  async (error) => {
    const { client } = clientFor(answerOf({ error }, 400))

    await expect(client.refresh('refresh')).rejects.toMatchObject({
      message: `Platform refused a token request with ${error}.`,
    })
  },
)

test('the caller is told what to do, and nothing else of an answer', async () => {
  const { redeemed, refreshed } = outcomeOf(answerOf({ error: 'invalid_grant' }, 400))

  await expect(redeemed).rejects.toMatchObject({ message: 'Platform rejected the authorization code.' })
  await expect(refreshed).rejects.toMatchObject({
    message: 'Platform no longer accepts this link; link the account again.',
  })
  await expect(clientFor(answerOf({ error: 'x' }, 400)).client.refresh('r')).rejects.toMatchObject({
    message: 'Platform sent an unusable answer to a token request.',
  })
})

test.each([429, 500, 503])('the status %i is a platform that is not available, whatever it says', async (status) => {
  const { redeemed, refreshed } = outcomeOf(answerOf({ error: 'invalid_grant' }, status))

  await expect(redeemed).rejects.toMatchObject({ code: 'provider_unavailable' })
  await expect(refreshed).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('a code without refresh token cannot be linked', async () => {
  const { client } = clientFor(answerOf({ ...tokens, refresh_token: undefined }))

  await expect(client.redeemCode('code')).rejects.toMatchObject({ code: 'provider_bad_answer' })
})

test('a code with characters of a form reaches the platform as it is, and brings no parameter along', async () => {
  const { client, send } = clientFor(answerOf(tokens))

  await client.redeemCode('a&b=c+d&state=x&error=y')

  const form = new URLSearchParams(send.mock.calls[0]?.[0].body)
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'authorization_code',
    code: 'a&b=c+d&state=x&error=y',
    redirect_uri: 'https://app.example/',
  })
})

test('a code goes with its verifier, and a refresh with the redirect URI, each in the name of the client', async () => {
  const { client, send } = clientFor(answerOf(tokens))

  await client.redeemCode('code', 'v'.repeat(43))
  await client.refresh('old')

  const [redeemed, refreshed] = send.mock.calls.map(([request]) => request)
  expect(Object.fromEntries(new URLSearchParams(redeemed?.body))).toMatchObject({ code_verifier: 'v'.repeat(43) })
  expect(refreshed).toMatchObject({
    method: 'POST',
    url: 'https://id.example/token',
    headers: {
      authorization: `Basic ${btoa('client:secret')}`,
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    },
  })
  expect(Object.fromEntries(new URLSearchParams(refreshed?.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'old',
    redirect_uri: 'https://app.example/',
  })
})

test.each([
  [200, undefined],
  [204, undefined],
  [400, 'provider_bad_answer'],
  [503, 'provider_unavailable'],
])('a revocation that is answered with %i fails with %s, after both tokens were tried', async (status, code) => {
  const { client, send } = clientFor({ status: 200, headers: {}, body: '' }, { status, headers: {}, body: '' })

  const failure = await client.revoke({ accessToken: 'access', refreshToken: 'refresh' }).catch((error) => error.code)

  expect(failure).toBe(code)
  expect(send).toHaveBeenCalledTimes(2)
})

test('a set without access token has one token to revoke', async () => {
  const { client, send } = clientFor({ status: 200, headers: {}, body: '' })

  await client.revoke({ refreshToken: 'refresh' })

  expect(send.mock.calls.map(([{ body }]) => body)).toEqual(['token_type_hint=refresh_token&token=refresh'])
})
