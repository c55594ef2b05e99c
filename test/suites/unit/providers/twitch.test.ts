import { expect, test } from 'vitest'
import { twitch } from '../../../../shared/providers/twitch.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const credentials = {
  'twitch/client-id': 'sandbox-twitch-client',
  'twitch/client-secret': 'sandbox-twitch-secret',
  'twitch/redirect-uri': 'http://localhost:5173/twitch',
}

const sandbox = await sharedByTests(startSandbox())
const { TWITCH_IDENTITY_URL: identity = '', TWITCH_API_URL: api = '' } = sandbox.urls
const platform = twitch({ identity, api }, async () => credentials)

const answered = (path: string, status: number, body: unknown, times = 1): void =>
  sandbox.script({ path }, { kind: 'instead', response: { status, body } }, times)

/** Each request with its form. */
const asked = async (act: () => Promise<unknown>) => {
  const before = sandbox.log.length
  await act()
  return sandbox.log
    .slice(before)
    .map(({ method, path, body }) => [`${method} ${path}`, Object.fromEntries(new URLSearchParams(body))])
}

const client = { client_id: 'sandbox-twitch-client', client_secret: 'sandbox-twitch-secret' }
const granted = { access_token: 'access', refresh_token: 'refresh', expires_in: 60, token_type: 'bearer', scope: ['a'] }

test('tokens come for a code, though Twitch lists scopes in an array', async () => {
  answered('/oauth2/token', 200, granted)

  const requests = await asked(async () =>
    expect(await platform.redeemCode('code')).toMatchObject({ accessToken: 'access', scopes: ['a'] }),
  )

  const form = { grant_type: 'authorization_code', code: 'code', redirect_uri: credentials['twitch/redirect-uri'] }
  expect(requests).toEqual([['POST /oauth2/token', { ...form, ...client }]])
})

test('tokens come for a refresh token', async () => {
  answered('/oauth2/token', 200, { ...granted, access_token: 'next' })

  const requests = await asked(async () =>
    expect(await platform.refresh('old')).toMatchObject({ accessToken: 'next', refreshToken: 'refresh' }),
  )

  expect(requests).toMatchObject([['POST /oauth2/token', { grant_type: 'refresh_token', refresh_token: 'old' }]])
})

test.each([
  [400, { message: 'Invalid authorization code' }, 'authorization_code_rejected', 'relink_required'],
  [400, { message: 'Invalid refresh token' }, 'authorization_code_rejected', 'relink_required'],
  [401, { message: 'invalid grant' }, 'authorization_code_rejected', 'relink_required'],
  [400, { message: 'invalid client' }, 'invalid_client', 'invalid_client'],
  [403, { message: 'invalid client secret' }, 'invalid_client', 'invalid_client'],
  [400, { message: 'Parameter redirect_uri does not match' }, 'unauthorized_client', 'unauthorized_client'],
  [400, {}, 'unauthorized_client', 'unauthorized_client'],
])('tokens are refused by %i %j as %s of a code, %s of a refresh', async (status, body, ofCode, ofRefresh) => {
  answered('/oauth2/token', status, body, 2)
  const reasonOf = ({ code, message }: { readonly code: string; readonly message: string }) =>
    code === 'provider_bad_answer' ? message.match(/with (\w+)\.$/)?.[1] : code

  expect(await platform.redeemCode('code').catch(reasonOf)).toBe(ofCode)
  expect(await platform.refresh('refresh').catch(reasonOf)).toBe(ofRefresh)
})

test.each([429, 500, 503])('tokens are not there while Twitch answers %i, whatever it says', async (status) => {
  answered('/oauth2/token', status, { message: 'Invalid refresh token' })

  await expect(platform.refresh('refresh')).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('an account is read with its token and the client', async () => {
  answered('/helix/users', 200, { data: [{ id: '7', login: 'seven', display_name: 'Seven' }] })

  expect(await platform.account('access')).toEqual({ id: '7', name: 'Seven' })
  expect(sandbox.log.at(-1)).toMatchObject({
    method: 'GET',
    base: 'api.twitch.tv',
    headers: { authorization: 'Bearer access', 'client-id': 'sandbox-twitch-client' },
  })
})

test.each([
  [401, { data: [{ id: '7', display_name: 'Seven' }] }, '(401)'],
  [200, { data: [] }, '(200)'],
  [200, { data: [{ id: '7' }] }, 'unknown form'],
  [200, {}, 'unknown form'],
])('an account is not known after %i %j', async (status, body, said) => {
  answered('/helix/users', status, body)

  await expect(platform.account('access')).rejects.toMatchObject({
    code: 'provider_bad_answer',
    message: expect.stringContaining(said),
  })
})

const revoked = (token: string) => ['POST /oauth2/revoke', { client_id: client.client_id, token }]
const refreshed = (refresh_token: string) => ['POST /oauth2/token', expect.objectContaining({ refresh_token })]

test('a revocation is of the access token where that is valid', async () => {
  answered('/oauth2/revoke', 200, '')

  expect(await asked(() => platform.revoke({ accessToken: 'a', refreshToken: 'r' }))).toEqual([revoked('a')])
  expect(sandbox.log.at(-1)?.headers['content-type']).toBe('application/x-www-form-urlencoded')
})

test('a revocation is of another access token where the last one is not valid', async () => {
  answered('/oauth2/revoke', 400, { message: 'Invalid token' })
  answered('/oauth2/token', 200, granted)
  answered('/oauth2/revoke', 200, '')

  const requests = await asked(() => platform.revoke({ accessToken: 'a', refreshToken: 'r' }))

  expect(requests).toEqual([revoked('a'), refreshed('r'), revoked('access')])
})

test('a revocation is of another access token where there is none', async () => {
  answered('/oauth2/token', 200, granted)
  answered('/oauth2/revoke', 200, '')

  expect(await asked(() => platform.revoke({ refreshToken: 'r' }))).toEqual([refreshed('r'), revoked('access')])
})

test('a revocation has nothing to do where the refresh token is not valid either', async () => {
  answered('/oauth2/token', 400, { message: 'Invalid refresh token' })

  expect(await asked(() => platform.revoke({ refreshToken: 'r' }))).toEqual([refreshed('r')])
})

test.each([
  ['/oauth2/token', 500, 'provider_unavailable'],
  ['/oauth2/token', 403, 'provider_bad_answer'],
  ['/oauth2/revoke', 401, 'provider_bad_answer'],
  ['/oauth2/revoke', 503, 'provider_unavailable'],
])('a revocation fails when %s is answered with %i', async (path, status, code) => {
  if (path === '/oauth2/revoke') answered('/oauth2/token', 200, granted)
  answered(path, status, {})

  await expect(platform.revoke({ refreshToken: 'r' })).rejects.toMatchObject({ code })
})
