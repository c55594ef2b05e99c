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
  ['an ID token', { sub: 'alice', token_use: 'id' }, 'unauthorized', /ID token/],
  ['no recipient', { token_use: 'access' }, 'forbidden', /no claim sub/],
  ['a recipient that is no text', { sub: 1 }, 'forbidden', /no claim sub/],
  ['an empty recipient', { sub: '' }, 'forbidden', /no claim sub/],
  ['a recipient of 129 characters', { sub: 'x'.repeat(129) }, 'forbidden', /longer than 128/],
  ['an inherited recipient', Object.create({ sub: 'alice' }), 'forbidden', /no claim sub/],
])('%s is nobody', (_name, claims, code, message) => {
  expect(() => callerFromClaims(claims)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  )
})

test('a recipient’s id of 128 characters is taken as it is', () => {
  expect(callerFromClaims({ sub: 'x'.repeat(128) })).toEqual({ recipientId: 'x'.repeat(128), groups: [] })
})

test.each([
  ['[admin editors]', ['admin', 'editors']],
  ['[ admin  editors ]', ['admin', 'editors']],
  ['admin, editors', ['admin', 'editors']],
  ['[admin', ['[admin']],
  ['admin]', ['admin]']],
  [['admin'], []],
  [undefined, []],
])('the groups claim %j is %j', (claim, groups) => {
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
