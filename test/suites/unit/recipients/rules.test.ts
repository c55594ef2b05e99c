import { expect, test } from 'vitest'
import { tokenState } from '../../../../shared/areas/recipients/rules.ts'
import { platformOf } from '../../../../shared/areas/recipients/streamingPlatform.ts'
import type { TokenRecord } from '../../../../shared/areas/recipients/tokenRepository.ts'

const now = 1_800_000_000_000
const accessToken = new Uint8Array([1])
const record = (change: Partial<TokenRecord> = {}): TokenRecord => ({
  recipientId: 'alice',
  id: 'token',
  platform: 'kick',
  accountId: '1',
  accountName: 'alice',
  scopes: [],
  enabled: true,
  refreshToken: new Uint8Array([2]),
  revision: 'first',
  accessToken,
  accessTokenExpiresAt: now,
  createdAt: '',
  updatedAt: '',
  ...change,
})
const live = { accessTokenExpiresAt: now + 60_001 }

test.each([
  ['a token that outlives the margin', live, 'usable'],
  ['a token at the margin', { accessTokenExpiresAt: now + 60_000 }, 'leasable'],
  ['an expired token', {}, 'leasable'],
  ['a lease', { leaseId: 'x', leaseExpiresAt: now + 1 }, 'leased'],
  ['a lease that ends now', { leaseId: 'x', leaseExpiresAt: now }, 'leased'],
  ['a lease that has ended', { leaseId: 'x', leaseExpiresAt: now - 1 }, 'leasable'],
  ['the longest lease', { leaseId: 'x', leaseExpiresAt: now + 16_000 }, 'leased'],
  ['a lease that only a wrong clock gives', { leaseId: 'x', leaseExpiresAt: now + 16_001 }, 'leasable'],
  ['a live token under a lease', { ...live, leaseId: 'x', leaseExpiresAt: now + 1 }, 'usable'],
  ['a pause that ends now', { pausedUntil: now }, 'leasable'],
  ['a live token during a pause', { ...live, pausedUntil: now + 1 }, 'usable'],
])('a record with %s is %j: %s', (_name, change, kind) => {
  expect(tokenState(record(change), now).kind).toBe(kind)
})

test('a set of tokens for which a request has waited is taken, even if it is about to expire', () => {
  expect(tokenState(record({ revision: 'second' }), now, 'first')).toEqual({ kind: 'usable', accessToken })
  expect(tokenState(record(), now, 'first').kind).toBe('leasable')
  const { accessToken: _, ...withoutToken } = record({ revision: 'second' })
  expect(tokenState(withoutToken, now, 'first').kind).toBe('leasable')
})

test.each([
  ['no record', undefined, 'not_found', /no such token/],
  ['a disabled token', record({ ...live, enabled: false }), 'token_disabled', /enable it first/],
  ['a refused refresh token', record({ relinkRequired: true }), 'relink_required', /link the account again/],
  [
    'a disabled token that was refused',
    record({ enabled: false, relinkRequired: true }),
    'token_disabled',
    /enable it/,
  ],
  ['a pause', record({ pausedUntil: now + 1500 }), 'provider_unavailable', /a moment ago/, 1.5],
])('%s is %s', (_name, found, code, message, retryAfter = undefined) => {
  expect(() => tokenState(found, now)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message), retryAfter }),
  )
})

test('the problem of an unknown token points to its field', () => {
  expect(() => tokenState(undefined, now)).toThrow(
    expect.objectContaining({
      errors: [{ in: 'body', pointer: '/tokenId', code: 'unknown', detail: 'unknown token' }],
    }),
  )
})

test.each([
  ['Kick', 'kick'],
  ['Twitch', 'twitch'],
  ['VKLive', 'vkLive'],
  ['kick', undefined],
  ['YouTube', undefined],
])('records of %s are those of the platform %s', (system, platform) => {
  expect(platformOf(system)).toBe(platform)
})
