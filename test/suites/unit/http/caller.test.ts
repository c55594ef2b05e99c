import { afterEach, expect, test, vi } from 'vitest'
import { recipientFromClaims } from '../../../../shared/mechanisms/http/caller.ts'
import { asEvent } from '../../../../shared/mechanisms/http/event.ts'
import { claimTexts } from '../../../local/runner/gateway/jwtClaims.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test.each([
  ['no claims', undefined, 'unauthorized', /no verified token/],
  ['null', null, 'unauthorized', /no verified token/],
  ['a text', 'sub', 'unauthorized', /no verified token/],
  ['an ID token of Cognito', { sub: 'alice', token_use: 'id' }, 'unauthorized', /not an access token/],
  ['a token of no known use', { sub: 'alice', token_use: '' }, 'unauthorized', /not an access token/],
  ['an ID token of Keycloak', { sub: 'alice', typ: 'ID', aud: 'client' }, 'unauthorized', /not an access token/],
  ['a refresh token', { sub: 'alice', typ: 'Refresh' }, 'unauthorized', /not an access token/],
  ['an offline token', { sub: 'alice', typ: 'Offline' }, 'unauthorized', /not an access token/],
  ['a logout token', { sub: 'alice', typ: 'Logout' }, 'unauthorized', /not an access token/],
  ['a token of a type that is no text', { sub: 'alice', typ: ['Bearer', 'ID'] }, 'unauthorized', /not an access token/],
  ['an ID token by its nonce', { sub: 'alice', nonce: 'n' }, 'unauthorized', /not an access token/],
  ['an ID token by its at_hash', { sub: 'alice', at_hash: 'h' }, 'unauthorized', /not an access token/],
  ['an ID token by its c_hash', { sub: 'alice', c_hash: 'h' }, 'unauthorized', /not an access token/],
  ['an ID token by its s_hash', { sub: 'alice', s_hash: 'h' }, 'unauthorized', /not an access token/],
  ['a token that is bound to a key', { sub: 'alice', cnf: 'map[jkt:x]' }, 'unauthorized', /binds the token to a key/],
  ['a logout token by its events', { sub: 'alice', events: '{}' }, 'unauthorized', /not an access token/],
  ['no recipient', { token_use: 'access' }, 'forbidden', /no claim sub/],
  ['an empty recipient', { sub: '' }, 'forbidden', /no claim sub/],
  ['a blank recipient, whose webhooks would not arrive', { sub: ' ' }, 'forbidden', /no claim sub/],
  ['a recipient of 256 characters', { sub: 'x'.repeat(256) }, 'forbidden', /longer than 255 bytes/],
  ['a recipient of 256 bytes', { sub: 'я'.repeat(128) }, 'forbidden', /longer than 255 bytes/],
  ['an inherited recipient', Object.create({ sub: 'alice' }), 'forbidden', /no claim sub/],
])('%s is nobody', (_name, claims, code, message) => {
  expect(() => recipientFromClaims(claims)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  )
})

test('a recipient’s id may be as long as OpenID Connect lets a subject be', () => {
  expect(recipientFromClaims({ sub: 'x'.repeat(255) })).toBe('x'.repeat(255))
})

test.each([
  ['Cognito', { token_use: 'access' }],
  ['Keycloak', { typ: 'Bearer' }],
  ['an issuer after RFC 9068', { typ: 'at+jwt' }],
  ['an issuer that writes access in its type', { typ: 'access' }],
  ['an issuer that says nothing', {}],
])('an access token of %s is one', (_issuer, claims) => {
  expect(recipientFromClaims({ sub: 'alice', ...claims })).toBe('alice')
})

/** Who a claim names over HTTP, where the gateway has flattened it, and over the WebSocket API, where it is as in the token. */
const atBothDoors = (sub: unknown) =>
  [claimTexts({ sub }), { sub }].map((claims) => {
    try {
      return recipientFromClaims(claims)
    } catch {
      return 'nobody'
    }
  })

test.each([
  [5, '5'],
  ['5', '5'],
  ['auth0|a[b]', 'auth0|a[b]'],
  [['x', 'y'], 'nobody'],
  [['x y'], 'nobody'],
  ['[x y]', 'nobody'],
  [{ a: 1 }, 'nobody'],
  ['map[a:1]', 'nobody'],
  [true, 'nobody'],
  [false, 'nobody'],
  [null, 'nobody'],
])(
  'the claim %j names %s over HTTP and WebSocket, regression: lists, objects and booleans were recipients',
  (sub, expected) => {
    expect(atBothDoors(sub)).toEqual([expected, expected])
  },
)

test('a number that several tokens may mean is nobody', () => {
  expect(() => recipientFromClaims({ sub: 2 ** 53 })).toThrow(expect.objectContaining({ code: 'forbidden' }))
})

const adminOf = async (claims: object, variables: Readonly<Record<string, string>> = {}) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  vi.resetModules()
  const { callerFromEvent } = await import('../../../../shared/mechanisms/http/caller.ts')
  return callerFromEvent({ requestContext: { authorizer: { jwt: { claims: { sub: 'a', ...claims } } } } }).isAdmin
}

test.each([
  ['[admin editors]', true],
  ['[admin]', true],
  ['admin', true],
  ['not admin', false],
  ['[friends,admin]', false],
  ['[friends\tadmin]', false],
  ['[admin', false],
  ['', false],
  [undefined, false],
])('an administrator by the group list %j of the user pool: %s', async (groups, expected) => {
  expect(await adminOf({ 'cognito:groups': groups })).toBe(expected)
  expect(await adminOf({ groups })).toBe(false)
})

test.each([
  ['[admin]', true],
  ['admin', true],
  ['[admin editors]', false],
  ['[not admin]', false],
  ['[x y admin z]', false],
  ['[admin ]', false],
  ['not admin', false],
  [undefined, false],
])(
  'an administrator by the list %j of another issuer: %s, regression: a group called "not admin" was admin',
  async (list, expected) => {
    expect(await adminOf({ groups: list, 'cognito:groups': '[admin]' }, { ADMIN_CLAIM: 'groups' })).toBe(expected)
    expect(await adminOf({ roles: list, groups: 'admin' }, { ADMIN_CLAIM: 'roles' })).toBe(expected)
  },
)

test.each([
  [{ scope: 'openid news' }, true],
  [{ scp: '[openid news]' }, true],
  [{ scope: 'openid news:read' }, false],
  [{ groups: 'news', 'cognito:groups': '[admin]' }, false],
])('an administrator by the scope of %j: %s', async (claims, expected) => {
  expect(await adminOf(claims, { ADMIN_SCOPE: 'news' })).toBe(expected)
})

test('a deployment names the claim that tells the recipient, and then no other does', async () => {
  vi.stubEnv('RECIPIENT_CLAIM', 'tenant')
  vi.resetModules()
  const deployed = await import('../../../../shared/mechanisms/http/caller.ts')

  expect(deployed.recipientFromClaims({ sub: 'alice', tenant: 'acme' })).toBe('acme')
  expect(() => deployed.recipientFromClaims({ sub: 'alice' })).toThrow(
    'The token has no claim tenant with a text or an integer.',
  )
})

test.each([null, undefined, 'headers', 1])('%j is an event without members', (event) => {
  expect(asEvent(event)).toEqual({})
})
