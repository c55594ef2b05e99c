// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SignedOutError, signInAt } from '../../../../shared/web/panel/signIn.ts'

const issuer = 'https://issuer.test/pool'
const endpoints = {
  authorization_endpoint: 'https://sign-in.test/oauth2/authorize',
  token_endpoint: 'https://sign-in.test/oauth2/token',
  end_session_endpoint: 'https://sign-in.test/logout',
  revocation_endpoint: 'https://sign-in.test/oauth2/revoke',
}
const start = Date.UTC(2030, 0, 1)
let now = start

/** The answers of the token endpoint, and the forms that were sent there. */
const answers: (readonly [status: number, body: object])[] = []
const forms: Record<string, string>[] = []

const fetched = vi.fn(async (url: string, init?: { readonly body: URLSearchParams }) => {
  if (url === `${issuer}/.well-known/openid-configuration`) return Response.json(endpoints)
  forms.push({ url, ...Object.fromEntries(init?.body ?? []) })
  const [status, body] = answers.shift() ?? [200, {}]
  return Response.json(body, { status })
})

const signIn = () => signInAt({ issuer, clientId: 'client', scope: 'tools' }, () => now)

/** Leaves for the sign-in page; gives the parameters of its address. */
const begun = async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValueOnce(undefined)
  await signIn().begin()
  const [[address] = ['']] = assign.mock.calls.slice(-1)
  return new URL(String(address))
}

/** The page as the sign-in page has sent the browser back to it. */
const arriveWith = (query: Readonly<Record<string, string>>) => {
  history.replaceState(null, '', `/panel?${new URLSearchParams(query)}`)
  return signIn().arrive()
}

const signedIn = async (tokens: object = { access_token: 'first', refresh_token: 'r', expires_in: 3600 }) => {
  const { searchParams } = await begun()
  answers.push([200, tokens])
  return arriveWith({ code: 'c', state: searchParams.get('state') ?? '' })
}

beforeEach(() => {
  now = start
  sessionStorage.clear()
  answers.length = 0
  forms.length = 0
  ;(globalThis as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    'https://api.test/panel#goals',
  )
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
})

test('a sign-in asks for a code with the digest of a verifier, and the code is exchanged with that verifier', async () => {
  const { origin, pathname, searchParams } = await begun()
  const { state = '', code_challenge: challenge, ...asked } = Object.fromEntries(searchParams)
  answers.push([200, { access_token: 'first', expires_in: 3600 }])

  expect(await arriveWith({ code: 'the code', state })).toEqual({ kind: 'signed in' })

  expect(origin + pathname).toBe(endpoints.authorization_endpoint)
  const redirect = { client_id: 'client', redirect_uri: 'https://api.test/panel' }
  expect(asked).toEqual({ ...redirect, response_type: 'code', scope: 'openid tools', code_challenge_method: 'S256' })
  const [{ code_verifier: verifier = '', ...form } = {}] = forms
  expect(form).toEqual({
    url: endpoints.token_endpoint,
    ...redirect,
    grant_type: 'authorization_code',
    code: 'the code',
  })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  expect(challenge).toBe(Buffer.from(digest).toString('base64url'))
  expect([location.search, location.hash, await signIn().token()]).toEqual(['', '#goals', 'first'])
  expect(Object.keys(sessionStorage)).toEqual(['panel:session'])
})

test.each([
  ['another state', { code: 'c', state: 'another' }, ''],
  ['a refusal', { error: 'access_denied', error_description: 'No <b>entry</b>' }, 'access_denied'],
])('an arrival with %s signs nobody in, and sends no code', async (_title, query, reason) => {
  await begun()

  expect(await arriveWith(query)).toEqual({ kind: 'failed', reason })
  expect([forms, signIn().isSignedIn()]).toEqual([[], false])
})

test('a code that another tab asked for signs nobody in', async () => {
  expect(await arriveWith({ code: 'c', state: 's' })).toEqual({ kind: 'failed', reason: '' })
})

test.each([
  ['invalid_grant', 400, { error: 'invalid_grant', error_description: 'code is used' }],
  ['temporarily_unavailable', 500, { error: 'server_error' }],
])(
  'a code that the issuer refuses signs nobody in, with the code of the reason: %s',
  async (reason, status, refusal) => {
    const { searchParams } = await begun()
    answers.push([status, refusal])

    const arrival = await arriveWith({ code: 'c', state: searchParams.get('state') ?? '' })
    expect(arrival).toEqual({ kind: 'failed', reason })
  },
)

test('a token is renewed once for all that wait, a minute before it expires', async () => {
  await signedIn()
  const session = signIn()
  now += 3_539_000
  expect(await session.token()).toBe('first')
  now += 1000
  answers.push([200, { access_token: 'second', expires_in: 3600 }])

  expect(await Promise.all([session.token(), session.token()])).toEqual(['second', 'second'])
  expect(forms.slice(1)).toEqual([
    { url: endpoints.token_endpoint, client_id: 'client', grant_type: 'refresh_token', refresh_token: 'r' },
  ])
  now += 3_600_000
  answers.push([200, { access_token: 'third' }])
  expect(await session.token(), 'by the same refresh token, where no other one came').toBe('third')
  // Without a time it is one of five minutes.
  now += 239_000
  expect(await session.token()).toBe('third')
  now += 1000
  answers.push([200, { access_token: 'fourth' }])
  expect(await session.token()).toBe('fourth')
})

test('an issuer that cannot be reached is asked again by the next attempt, and a sign-out ends the session here', async () => {
  fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
  const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined)
  const session = signIn()
  await expect(session.begin()).rejects.toThrow('fetch failed')
  await session.begin()
  expect(assign).toHaveBeenCalledOnce()

  await signedIn()
  fetched.mockRejectedValueOnce(new TypeError('fetch failed'))
  await signIn().end()
  expect([assign.mock.lastCall, signIn().isSignedIn()]).toEqual([['https://api.test/panel'], false])
})

test.each([
  ['the issuer refuses the refresh token', { access_token: 'first', refresh_token: 'r', expires_in: 60 }],
  ['there is no refresh token', { access_token: 'first', expires_in: 60 }],
])('a sign-in has expired when %s', async (_title, tokens) => {
  await signedIn(tokens)
  answers.push([400, { error: 'invalid_grant' }])

  await expect(signIn().token()).rejects.toThrow(SignedOutError)
})

test('an issuer that fails for a while ends no sign-in', async () => {
  await signedIn({ access_token: 'first', refresh_token: 'r', expires_in: 60 })
  answers.push([500, {}], [200, { access_token: 'second' }])
  const session = signIn()

  await expect(session.token()).rejects.not.toThrow(SignedOutError)
  expect(await session.token()).toBe('second')
})

test('a sign-out revokes the refresh token, and ends the session here and at the issuer', async () => {
  await signedIn()
  const assign = vi.spyOn(location, 'assign').mockReturnValueOnce(undefined)

  await signIn().end()

  expect(forms.at(-1)).toEqual({ url: endpoints.revocation_endpoint, client_id: 'client', token: 'r' })
  const back = encodeURIComponent('https://api.test/panel')
  const query = `client_id=client&logout_uri=${back}&post_logout_redirect_uri=${back}`
  expect(assign.mock.lastCall).toEqual([`${endpoints.end_session_endpoint}?${query}`])
  await expect(signIn().token()).rejects.toThrow(SignedOutError)
})
