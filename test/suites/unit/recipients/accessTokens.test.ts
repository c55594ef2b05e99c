import { expect, test, vi } from 'vitest'
import { accessTokens } from '../../../../shared/areas/recipients/accessTokens.ts'
import type { StreamingPlatform } from '../../../../shared/areas/recipients/streamingPlatform.ts'
import type {
  Outcome,
  TokenRecord,
  TokenRefreshRepository,
} from '../../../../shared/areas/recipients/tokenRepository.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import type { EncryptionContext } from '../../../../shared/mechanisms/secrets/encryptionContexts.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

const sealed = (text: string, context: EncryptionContext): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ text, context }))
const contextOf = (field: 'accessToken' | 'refreshToken'): EncryptionContext => ({
  recipientId: 'alice',
  tokenId: 'token',
  field: `tokens.${field}`,
})

const record = (values: Partial<TokenRecord> = {}): TokenRecord => ({
  recipientId: 'alice',
  id: 'token',
  platform: 'kick',
  accountId: '7',
  accountName: 'Seven',
  scopes: [],
  enabled: true,
  revision: 'first',
  refreshToken: sealed('refresh', contextOf('refreshToken')),
  accessToken: sealed('access', contextOf('accessToken')),
  accessTokenExpiresAt: now,
  createdAt: '',
  updatedAt: '',
  ...values,
})
/** The result of another refresh. */
const other = record({ revision: 'other', accessToken: sealed('other access', contextOf('accessToken')) })
const renewed = { accessToken: 'new access', refreshToken: 'new refresh', expiresAt: now + 3_600_000, scopes: [] }
const applied: Outcome = { applied: true }
const refusedBy = (found: TokenRecord | undefined): Outcome => ({ applied: false, found })

const setUp = (found: TokenRecord | undefined = record()) => {
  const tokens = {
    find: vi.fn<TokenRefreshRepository['find']>(async () => found),
    lease: vi.fn<TokenRefreshRepository['lease']>(async () => applied),
    renew: vi.fn<TokenRefreshRepository['renew']>(async () => applied),
    renewDisabled: vi.fn<TokenRefreshRepository['renewDisabled']>(async () => applied),
    requireRelink: vi.fn<TokenRefreshRepository['requireRelink']>(async () => applied),
    pause: vi.fn<TokenRefreshRepository['pause']>(async () => applied),
  }
  const cipher = {
    encrypt: vi.fn(async (text: string, context: EncryptionContext) => sealed(text, context)),
    decrypt: async (bytes: Uint8Array, context: EncryptionContext) => {
      const { text, context: own } = JSON.parse(new TextDecoder().decode(bytes))
      expect(context).toEqual(own)
      return text as string
    },
  }
  const platform = {
    refresh: vi.fn<StreamingPlatform['refresh']>(async () => renewed),
    revoke: vi.fn<StreamingPlatform['revoke']>(async () => undefined),
  }
  const platforms = { kick: platform, twitch: platform, vkLive: platform }
  const access = accessTokens(tokens, cipher, platforms, () => now)
  return { tokens, cipher, platform, get: () => access.get('alice', 'token') }
}

const unavailable = new Problem('store_unavailable', 'The store cannot be reached.')

test('an expired token is refreshed once under a lease of eight seconds, and stored in the place of the old set', async () => {
  const { tokens, platform, get } = setUp()

  expect(await get()).toBe('new access')
  expect(tokens.lease).toHaveBeenCalledExactlyOnceWith('alice', 'token', {
    id: expect.stringMatching(/^[\w-]{20,}$/),
    revision: 'first',
    takenAt: now,
    expiresAt: now + 8_000,
    latestEnd: now + 16_000,
  })
  expect(platform.refresh).toHaveBeenCalledExactlyOnceWith('refresh')
  expect(tokens.renew).toHaveBeenCalledExactlyOnceWith('alice', 'token', 'first', {
    refreshToken: sealed('new refresh', contextOf('refreshToken')),
    accessToken: sealed('new access', contextOf('accessToken')),
    accessTokenExpiresAt: renewed.expiresAt,
    revision: expect.stringMatching(/^(?!first).{20,}$/),
  })
})

test.each([
  [1_200, 'ends with provider_timeout', 1],
  [60_000, 'waits for the new set', 3],
])('a request with %i ms left during another refresh %s', async (leftMs, _name, reads) => {
  const leased = record({ leaseId: 'of another', leaseExpiresAt: now + 1 })
  const { tokens, platform, get } = setUp(leased)
  tokens.find.mockResolvedValueOnce(leased).mockResolvedValueOnce(leased).mockResolvedValueOnce(other)

  const token = await invocation.run({ endsAt: Date.now() + leftMs }, get).catch(({ code }) => code)

  expect(token).toBe(reads === 1 ? 'provider_timeout' : 'other access')
  expect(tokens.find.mock.calls).toEqual(Array(reads).fill(['alice', 'token']))
  expect(platform.refresh).not.toHaveBeenCalled()
})

test('a new set whose link was removed meanwhile is revoked, even if the revocation fails', async () => {
  const { tokens, platform, get } = setUp()
  tokens.renew.mockResolvedValue(refusedBy(undefined))
  platform.revoke.mockRejectedValue(new Error('revocation failed'))

  await expect(get()).rejects.toMatchObject({ code: 'not_found' })
  expect(platform.revoke).toHaveBeenCalledExactlyOnceWith(renewed)
  expect(tokens.renewDisabled).not.toHaveBeenCalled()
})

test('refreshed tokens are stored even if the link was disabled meanwhile', async () => {
  const { tokens, platform, get } = setUp()
  tokens.renew.mockResolvedValue(refusedBy(record({ enabled: false })))
  tokens.renewDisabled.mockRejectedValueOnce(unavailable)

  await expect(get()).rejects.toMatchObject({ code: 'token_disabled' })
  const [, , , set] = tokens.renew.mock.calls[0] ?? []
  expect(tokens.renewDisabled.mock.calls).toEqual(Array(2).fill(['alice', 'token', 'first', set]))
  expect(platform.revoke).not.toHaveBeenCalled()
})

test.each([
  ['linked again', other, 'other access'],
  ['linked again and disabled', { ...other, enabled: false }, 'token_disabled'],
])('a new set whose account was %s meanwhile replaces nothing', async (_name, found, outcome) => {
  const { tokens, platform, get } = setUp()
  tokens.renew.mockResolvedValue(refusedBy(found))

  expect(await get().catch(({ code }) => code)).toBe(outcome)
  expect(tokens.renewDisabled).not.toHaveBeenCalled()
  expect(platform.revoke).not.toHaveBeenCalled()
})

const refusal = new Problem('relink_required', 'Link the account again.')

test('a refusal of the platform is recorded under the lease, once the store can be reached', async () => {
  const { tokens, platform, get } = setUp()
  platform.refresh.mockRejectedValue(refusal)
  tokens.requireRelink.mockRejectedValueOnce(unavailable)

  await expect(get()).rejects.toBe(refusal)
  const [[, , lease] = []] = tokens.lease.mock.calls
  expect(tokens.requireRelink.mock.calls).toEqual(Array(2).fill(['alice', 'token', lease]))
  expect(tokens.pause).not.toHaveBeenCalled()
})

test('a refusal of the platform does not end a link that has another set by now', async () => {
  const { tokens, platform, get } = setUp()
  platform.refresh.mockRejectedValue(refusal)
  tokens.requireRelink.mockResolvedValue(refusedBy(other))

  expect(await get()).toBe('other access')
})

test.each([
  ['as many seconds as the platform asks for', new Problem('provider_unavailable', '', { retryAfter: 30 }), 30_000],
  ['a second if it asks for none', new Problem('provider_unavailable', ''), 1_000],
  ['a second after an unusable answer', new Problem('provider_bad_answer', '', { retryAfter: 30 }), 1_000],
  [
    'a second after another error',
    Object.assign(new Error('x'), { code: 'provider_unavailable', retryAfter: 30 }),
    1_000,
  ],
])('a failed refresh pauses requests for %s, even if the pause cannot be stored', async (_name, error, pauseMs) => {
  const { tokens, platform, get } = setUp()
  platform.refresh.mockRejectedValue(error)
  tokens.pause.mockResolvedValueOnce(refusedBy(other)).mockRejectedValueOnce(unavailable)

  for (const _ of [1, 2]) await expect(get()).rejects.toBe(error)

  expect(tokens.pause.mock.calls).toEqual(
    tokens.lease.mock.calls.map(([, , lease]) => ['alice', 'token', lease, now + pauseMs]),
  )
  expect(tokens.requireRelink).not.toHaveBeenCalled()
})
