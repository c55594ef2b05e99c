import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Issuer, startIssuer } from '../../identity/issuer.ts'

let issuer: Issuer

beforeAll(async () => {
  issuer = await startIssuer({ audience: 'client', dataFolder: 'memory' })
})

afterAll(() => issuer.stop())

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

const posted = async (form: string, headers: Record<string, string> = formType) => {
  const response = await fetch(`${issuer.issuer}/oauth2/token`, { method: 'POST', body: form, headers })
  return { response, body: (await response.json()) as Record<string, string> }
}

const claimsFor = async (parameters: string) =>
  decodeJwt((await posted(`grant_type=client_credentials&${parameters}`)).body['access_token'] ?? '')

describe('the documents', () => {
  test('discovery has what OpenID Connect requires', async () => {
    const response = await fetch(`${issuer.issuer}/.well-known/openid-configuration`)
    expect(await response.json()).toEqual({
      issuer: issuer.issuer,
      jwks_uri: `${issuer.issuer}/.well-known/jwks.json`,
      authorization_endpoint: `${issuer.issuer}/oauth2/authorize`,
      token_endpoint: `${issuer.issuer}/oauth2/token`,
      end_session_endpoint: `${issuer.issuer}/logout`,
      grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
      response_types_supported: ['code', 'token'],
      code_challenge_methods_supported: ['S256'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  })

  test('the key set has the public half only', async () => {
    const response = await fetch(`${issuer.issuer}/.well-known/jwks.json`)
    const { keys } = (await response.json()) as { keys: object[] }
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']])
  })

  test.each([
    ['GET', '/', 404, null],
    ['GET', '/.well-known/openid-configuration?x=1', 200, null],
    ['HEAD', '/.well-known/jwks.json', 200, null],
    ['POST', '/.well-known/jwks.json', 405, 'GET, HEAD'],
    ['GET', '/oauth2/token', 405, 'POST'],
    ['PUT', '/oauth2/token', 405, 'POST'],
    ['OPTIONS', '/oauth2/token', 204, null],
  ])('%s %s is %i, and allows %s', async (method, path, status, allow) => {
    const origin = 'http://localhost:5173'
    const { status: given, headers } = await fetch(issuer.issuer + path, { method, headers: { origin } })
    expect([given, headers.get('allow')]).toEqual([status, allow])
    expect(Object.fromEntries(headers)).toMatchObject({
      vary: 'origin',
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
    })
  })

  test.each(['http://evil.example', 'http://localhost.evil.example', 'null'])(
    'a page of %s gets no token, regression: any page got one of any recipient and group',
    async (origin) => {
      const { response, body } = await posted('grant_type=client_credentials&recipient=demo&groups=admin', {
        ...formType,
        origin,
      })
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(body).not.toHaveProperty('access_token')
    },
  )
})

describe('the token endpoint', () => {
  test('answers as RFC 6749 says', async () => {
    const { response, body } = await posted('grant_type=client_credentials&recipient=alice&groups=admin&expires_in=60')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    })
    expect(body).toEqual({
      access_token: expect.stringMatching(/^ey/),
      refresh_token: expect.stringMatching(/^ey/),
      token_type: 'Bearer',
      expires_in: 60,
    })
    const { sub, exp = 0, iat = 0, ...claims } = decodeJwt(body['access_token'] ?? '')
    expect([sub, exp - iat, claims['cognito:groups']]).toEqual(['alice', 60, ['admin']])
  })

  test('renews without rotating', async () => {
    const { body: first } = await posted('grant_type=client_credentials&recipient=alice')
    const renewal = `grant_type=refresh_token&refresh_token=${first['refresh_token']}&expires_in=5`
    const { response, body } = await posted(renewal)
    expect(response.status).toBe(200)
    expect(body).toMatchObject({ refresh_token: first['refresh_token'], token_type: 'Bearer', expires_in: 5 })
    expect(body['access_token']).not.toBe(first['access_token'])
  })

  test.each([
    ['recipient=a&groups=', undefined],
    ['recipient=a&groups=one,two', ['one', 'two']],
    ['recipient=a&groups=one+two%20one', ['one', 'two']],
    ['recipient=a&groups=,one,,', ['one']],
  ])('reads the groups of %s', async (parameters, groups) => {
    expect((await claimsFor(parameters))['cognito:groups']).toEqual(groups)
  })

  test.each([
    [`expires_in=86400`, 86_400],
    ['expires_in=1', 1],
    ['expires_in=', 3600],
    [`groups=${Array.from({ length: 100 }, (_, n) => `g${n}`)}`, 3600],
    [`groups=${'g'.repeat(128)}`, 3600],
  ])('takes %s', async (parameters, lifetime) => {
    const { exp = 0, iat = 0 } = await claimsFor(`recipient=a&${parameters}`)
    expect(exp - iat).toBe(lifetime)
  })

  test.each([['x'.repeat(255)], ['🦀'.repeat(255)], ['Анна Ivanova'], ['a/b:c&d=e%f'], ['👩‍👩‍👧']])(
    'takes the recipient %s',
    async (recipient) => {
      expect((await claimsFor(`recipient=${encodeURIComponent(recipient)}`)).sub).toBe(recipient)
    },
  )

  test.each([
    ['grant_type=client_credentials', 'invalid_request'],
    ['grant_type=client_credentials&recipient=', 'invalid_request'],
    ['grant_type=client_credentials&recipient=%20a', 'invalid_request'],
    ['grant_type=client_credentials&recipient=a%0A', 'invalid_request'],
    ['grant_type=client_credentials&recipient=a%00b', 'invalid_request'],
    ['grant_type=client_credentials&recipient=a%E2%80%A8b', 'invalid_request'],
    [`grant_type=client_credentials&recipient=${'x'.repeat(256)}`, 'invalid_request'],
    ['grant_type=client_credentials&recipient=a&recipient=b', 'invalid_request'],
    ['grant_type=client_credentials&recipient=a&groups=a%00', 'invalid_request'],
    ['grant_type=client_credentials&recipient=a&expires_in=0', 'invalid_request'],
    ['grant_type=client_credentials&recipient=a&expires_in=1.5', 'invalid_request'],
    ['grant_type=client_credentials&recipient=a&expires_in=86401', 'invalid_request'],
    [
      `grant_type=client_credentials&recipient=a&groups=${Array.from({ length: 101 }, (_, n) => `g${n}`)}`,
      'invalid_request',
    ],
    [`grant_type=client_credentials&recipient=a&groups=${'g'.repeat(129)}`, 'invalid_request'],
    ['grant_type=Client_credentials&recipient=a', 'unsupported_grant_type'],
    ['grant_type=client_credentials&recipient=a&scope=a++b', 'invalid_scope'],
    ['grant_type=client_credentials&recipient=a&scope=%22', 'invalid_scope'],
    ['grant_type=client_credentials&recipient=a&client_id=other', 'invalid_client'],
    ['grant_type=refresh_token', 'invalid_request'],
    ['grant_type=refresh_token&refresh_token=nonsense', 'invalid_grant'],
    ['recipient=a', 'invalid_request'],
  ])('refuses %s with %s', async (form, error) => {
    const { response, body } = await posted(form)
    expect(response.status).toBe(400)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({ error, error_description: expect.stringMatching(/^[a-z].* /) })
  })

  test('refuses an access token in place of a refresh token, and a changed refresh token', async () => {
    const { body } = await posted('grant_type=client_credentials&recipient=alice')
    const { access_token: accessToken = '', refresh_token: refreshToken = '' } = body
    const changed = refreshToken.slice(0, -1) + (refreshToken.endsWith('A') ? 'Q' : 'A')
    for (const token of [accessToken, changed]) {
      expect((await posted(`grant_type=refresh_token&refresh_token=${token}`)).body['error']).toBe('invalid_grant')
    }
  })

  test.each([
    ['{"grant_type":"client_credentials"}', { 'content-type': 'application/json' }, 415],
    ['grant_type=client_credentials', { 'content-type': 'application/x-www-form-urlencodedx' }, 415],
    ['x'.repeat(65_536), formType, 400],
    ['x'.repeat(65_537), formType, 413],
    ['é'.repeat(32_769), formType, 413],
    [
      'grant_type=client_credentials&recipient=a',
      { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' },
      200,
    ],
  ])('%# answers a form of %2$o with %3$i', async (form, headers, status) => {
    expect((await posted(form, headers)).response.status).toBe(status)
  })

  test('takes a scope and its own client id', async () => {
    expect(await claimsFor('recipient=a&scope=read+write&client_id=client')).toMatchObject({ scope: 'read write' })
  })
})
