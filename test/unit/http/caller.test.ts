import { afterEach, expect, test, vi } from 'vitest'
import { callerFromClaims } from '../../../shared/http/caller.ts'
import { asEvent } from '../../../shared/http/event.ts'

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
  ['a logout token by its events', { sub: 'alice', events: '{}' }, 'unauthorized', /not an access token/],
  ['no recipient', { token_use: 'access' }, 'forbidden', /no claim sub/],
  ['a recipient that is no text', { sub: 1 }, 'forbidden', /no claim sub/],
  ['an empty recipient', { sub: '' }, 'forbidden', /no claim sub/],
  ['a blank recipient, whose webhooks would not arrive', { sub: ' ' }, 'forbidden', /no claim sub/],
  ['a recipient of 256 characters', { sub: 'x'.repeat(256) }, 'forbidden', /longer than 255 bytes/],
  ['a recipient of 256 bytes', { sub: 'я'.repeat(128) }, 'forbidden', /longer than 255 bytes/],
  ['an inherited recipient', Object.create({ sub: 'alice' }), 'forbidden', /no claim sub/],
])('%s is nobody', (_name, claims, code, message) => {
  expect(() => callerFromClaims(claims)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  )
})

test('a recipient’s id may be as long as OpenID Connect lets a subject be', () => {
  expect(callerFromClaims({ sub: 'x'.repeat(255) })).toEqual({ recipientId: 'x'.repeat(255), groups: [] })
})

test.each([
  ['Cognito', { token_use: 'access' }],
  ['Keycloak', { typ: 'Bearer' }],
  ['an issuer after RFC 9068', { typ: 'at+jwt' }],
  ['an issuer that writes access in its type', { typ: 'access' }],
  ['an issuer that says nothing', {}],
])('an access token of %s is one', (_issuer, claims) => {
  expect(callerFromClaims({ sub: 'alice', ...claims }).recipientId).toBe('alice')
})

test.each([
  ['[admin editors]', ['admin', 'editors']],
  ['[ admin  editors ]', ['admin', 'editors']],
  ['[friends,admin]', ['friends,admin']],
  ['[friends\tadmin]', ['friends\tadmin']],
  ['admin', ['admin']],
  ['not admin', ['not admin']],
  ['admin,editors', ['admin,editors']],
  ['[admin', ['[admin']],
  ['admin]', ['admin]']],
  [
    ['not admin', 'editors', 1],
    ['not admin', 'editors'],
  ],
  ['', []],
  [undefined, []],
])('the groups claim %j is exactly %j', (claim, groups) => {
  expect(callerFromClaims({ sub: 'alice', groups: claim }).groups).toEqual(groups)
})

test('the groups of Cognito come before those of the claim that other issuers use', () => {
  const { groups } = callerFromClaims({ sub: 'alice', 'cognito:groups': '[editors]', groups: 'admin' })

  expect(groups).toEqual(['editors'])
})

test('a deployment names the claim that tells the recipient, and then no other does', async () => {
  vi.stubEnv('RECIPIENT_CLAIM', 'tenant')
  vi.resetModules()
  const deployed = await import('../../../shared/http/caller.ts')

  expect(deployed.callerFromClaims({ sub: 'alice', tenant: 'acme' }).recipientId).toBe('acme')
  expect(() => deployed.callerFromClaims({ sub: 'alice' })).toThrow('The token has no claim tenant.')
})

test.each([null, undefined, 'headers', 1])('%j is an event without members', (event) => {
  expect(asEvent(event)).toEqual({})
})
