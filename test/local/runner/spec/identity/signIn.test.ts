import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Issuer, startIssuer } from '../../identity/issuer.ts'

/** The pair of RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const page = 'http://127.0.0.1:3000/panel'

let issuer: Issuer
let now = Date.UTC(2030, 0, 1) + 999

beforeAll(async () => {
  issuer = await startIssuer({ audience: 'client', dataFolder: 'memory', now: () => now })
})

afterAll(() => issuer.stop())

const request = {
  response_type: 'code',
  client_id: 'client',
  redirect_uri: page,
  state: 'a b',
  code_challenge: challenge,
  code_challenge_method: 'S256',
}

const asked = (changes: Readonly<Record<string, string>> = {}) =>
  fetch(`${issuer.issuer}/oauth2/authorize?${new URLSearchParams({ ...request, ...changes })}`, { redirect: 'manual' })

const codeFor = async (recipient: string): Promise<string> => {
  const { headers } = await asked({ recipient })
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
}

const exchanged = async (code: string, changes: Readonly<Record<string, string>> = {}) => {
  const grant = { grant_type: 'authorization_code', client_id: 'client', redirect_uri: page, code_verifier: verifier }
  const body = new URLSearchParams({ ...grant, code, ...changes })
  const response = await fetch(`${issuer.issuer}/oauth2/token`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

test('a sign-in asks for the recipient on a page that sends the same request once more, with texts as text', async () => {
  const response = await asked({ state: '"><script>' })
  const html = await response.text()

  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toContain('<input type="hidden" name="state" value="&#34;&#62;&#60;script&#62;">')
  expect(html).toContain('name="recipient" value="demo"')
  expect(await (await asked({ login_hint: 'mira', recipient: '' })).text()).toContain('name="recipient" value="mira"')
})

test('a recipient is sent back with the state and a code, which is exchanged once, for tokens of that recipient', async () => {
  const { status, headers } = await asked({ recipient: 'alice', groups: 'admin' })
  const back = new URL(headers.get('location') ?? '')
  const code = back.searchParams.get('code') ?? ''

  expect([status, back.origin + back.pathname, back.searchParams.get('state')]).toEqual([302, page, 'a b'])
  const signedInAt = Math.floor(now / 1000)
  now += 5000
  const { body } = await exchanged(code, { expires_in: '60' })
  expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
    sub: 'alice',
    'cognito:groups': ['admin'],
    scope: 'openid',
    auth_time: signedInAt,
    exp: signedInAt + 5 + 60,
  })
  const renewed = await exchanged('', { grant_type: 'refresh_token', refresh_token: body['refresh_token'] ?? '' })
  expect(decodeJwt(renewed.body['access_token'] ?? '').sub).toBe('alice')
  expect(await exchanged(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a sign-in keeps the scope and the query of the page, also one with a question mark, and adds no state of its own', async () => {
  const { state: _state, redirect_uri: _page, ...stateless } = request
  const query = `${new URLSearchParams({ ...stateless, scope: 'a b', recipient: 'alice' })}&redirect_uri=${page}?tab=1`
  const { headers } = await fetch(`${issuer.issuer}/oauth2/authorize?${query}`, { redirect: 'manual' })
  const { searchParams } = new URL(headers.get('location') ?? '')
  const { body } = await exchanged(searchParams.get('code') ?? '', { redirect_uri: `${page}?tab=1` })

  expect([...searchParams.keys()]).toEqual(['tab', 'code'])
  expect(decodeJwt(body['access_token'] ?? '')['scope']).toBe('a b')
})

test.each([
  ['another verifier', { code_verifier: 'x'.repeat(43) }],
  ['another address', { redirect_uri: 'http://127.0.0.1:3000/' }],
])('a code with %s is refused, and is used up', async (_title, changes) => {
  const code = await codeFor('alice')

  expect(await exchanged(code, changes)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await exchanged(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a code expires after five minutes', async () => {
  const [last, code] = [await codeFor('alice'), await codeFor('alice')]
  now += 5 * 60 * 1000 - 1
  expect((await exchanged(last)).status).toBe(200)
  now += 1
  expect((await exchanged(code)).body['error_description']).toBe('code is unknown, used or has expired')
})

test.each([
  [{ client_id: 'another' }, 'client_id is unknown'],
  [{ redirect_uri: 'https://evil.example/' }, 'redirect_uri must be a page of this machine, without a fragment'],
  [{ redirect_uri: `${page}#x` }, 'redirect_uri must be a page of this machine, without a fragment'],
  [
    { redirect_uri: 'javascript:alert(1)//127.0.0.1' },
    'redirect_uri must be a page of this machine, without a fragment',
  ],
  [{ response_type: 'token' }, 'response_type must be code'],
  [{ code_challenge: 'short' }, 'code_challenge must be a SHA-256 digest in base64url, and code_challenge_method S256'],
  [
    { code_challenge_method: 'plain' },
    'code_challenge must be a SHA-256 digest in base64url, and code_challenge_method S256',
  ],
  [{ scope: 'a  b' }, 'scope must be words, separated by one blank'],
  [{ recipient: 'a\nb' }, 'recipient must have 1 to 255 printable characters'],
])('a sign-in with %o is refused: %s', async (changes, description) => {
  const response = await asked(changes)
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: description },
  ])
})

test.each(['code', 'redirect_uri', 'code_verifier'])('an exchange without %s is refused', async (name) => {
  expect(await exchanged('code', { [name]: '' })).toMatchObject({
    status: 400,
    body: { error_description: 'code, redirect_uri and code_verifier are needed' },
  })
})

test.each(['logout_uri', 'post_logout_redirect_uri'])('a sign-out leads back to the page in %s', async (name) => {
  const endAt = (address: string) =>
    fetch(`${issuer.issuer}/logout?${new URLSearchParams({ client_id: 'client', [name]: address })}`, {
      redirect: 'manual',
    })

  const { status, headers } = await endAt(page)
  expect([status, headers.get('location')]).toEqual([302, page])
  expect((await endAt('https://evil.example/')).status).toBe(400)
})
