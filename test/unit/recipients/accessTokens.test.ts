import { describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import { invocation } from '../../../shared/invocation.ts'
import { accessTokens } from '../../../shared/recipients/accessTokens.ts'
import type { StreamingPlatform } from '../../../shared/recipients/streamingPlatform.ts'
import type { Outcome, TokenRecord, TokenRefreshRepository } from '../../../shared/recipients/tokenRepository.ts'
import type { EncryptionContext } from '../../../shared/secrets/cipher.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

const sealed = (text: string, context: EncryptionContext): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ text, context }))
const contextOf = (field: string): EncryptionContext => ({
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
/** The work of another refresh, shorter-lived than what is given without waiting. */
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

test('a token that lives long enough is opened, and nobody is asked', async () => {
  const { tokens, platform, get } = setUp(record({ accessTokenExpiresAt: now + 3_600_000 }))

  expect(await get()).toBe('access')
  expect(tokens.find).toHaveBeenCalledExactlyOnceWith('alice', 'token')
  expect(tokens.lease).not.toHaveBeenCalled()
  expect(platform.refresh).not.toHaveBeenCalled()
})

test('an expired token is refreshed under a lease, and kept sealed in the place of the set before', async () => {
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
  expect(platform.revoke).not.toHaveBeenCalled()
  expect(tokens.renewDisabled).not.toHaveBeenCalled()
})

test('whoever does not get the lease takes what the holder has stored', async () => {
  const { tokens, platform, get } = setUp()
  tokens.lease.mockResolvedValue(refusedBy(other))

  expect(await get()).toBe('other access')
  expect(platform.refresh).not.toHaveBeenCalled()
})

describe('while another request holds the lease', () => {
  const leased = record({ leaseId: 'of another', leaseExpiresAt: now + 1 })

  test('the record is looked at again until there is a new set', async () => {
    const { tokens, platform, get } = setUp(leased)
    tokens.find.mockResolvedValueOnce(leased).mockResolvedValueOnce(leased).mockResolvedValueOnce(other)

    const token = await invocation.run({ endsAt: Date.now() + 60_000 }, get)

    expect(token).toBe('other access')
    expect(tokens.find.mock.calls).toEqual(Array(3).fill(['alice', 'token']))
    expect(platform.refresh).not.toHaveBeenCalled()
  })

  test('the caller is told to ask again when its time is nearly up', async () => {
    const { tokens, get } = setUp(leased)

    const token = invocation.run({ endsAt: Date.now() + 1_200 }, get)

    await expect(token).rejects.toMatchObject({
      code: 'provider_timeout',
      message: 'The token is still being refreshed; ask again.',
    })
    expect(tokens.find).toHaveBeenCalledTimes(1)
  })
})

describe('a new set', () => {
  test('whose link was removed meanwhile is revoked, also if that fails', async () => {
    const { tokens, platform, get } = setUp()
    tokens.renew.mockResolvedValue(refusedBy(undefined))
    platform.revoke.mockRejectedValue(new Error('revocation failed'))

    await expect(get()).rejects.toMatchObject({ code: 'not_found' })
    expect(platform.revoke).toHaveBeenCalledExactlyOnceWith(renewed)
    expect(tokens.renewDisabled).not.toHaveBeenCalled()
  })

  test('whose token was disabled meanwhile is kept, because the refresh token before is spent', async () => {
    const { tokens, platform, get } = setUp()
    tokens.renew.mockResolvedValue(refusedBy(record({ enabled: false })))
    tokens.renewDisabled.mockRejectedValueOnce(unavailable)

    await expect(get()).rejects.toMatchObject({ code: 'token_disabled' })
    const [, , , set] = tokens.renew.mock.calls[0] ?? []
    expect(tokens.renewDisabled.mock.calls).toEqual(Array(2).fill(['alice', 'token', 'first', set]))
    expect(platform.revoke).not.toHaveBeenCalled()
  })

  test('whose account was linked again meanwhile replaces nothing', async () => {
    const { tokens, platform, get } = setUp()
    tokens.renew.mockResolvedValue(refusedBy(other))

    expect(await get()).toBe('other access')
    expect(tokens.renewDisabled).not.toHaveBeenCalled()
    expect(platform.revoke).not.toHaveBeenCalled()
  })

  test('whose account was linked again and then disabled replaces nothing', async () => {
    const { tokens, get } = setUp()
    tokens.renew.mockResolvedValue(refusedBy({ ...other, enabled: false }))

    await expect(get()).rejects.toMatchObject({ code: 'token_disabled' })
    expect(tokens.renewDisabled).not.toHaveBeenCalled()
  })

  test('is not given up while keys or store cannot be reached', async () => {
    const { tokens, cipher, platform, get } = setUp()
    cipher.encrypt.mockRejectedValueOnce(unavailable)
    tokens.renew.mockRejectedValueOnce(unavailable)

    expect(await get()).toBe('new access')
    expect(platform.refresh).toHaveBeenCalledTimes(1)
  })
})

describe('a refresh that the platform refuses', () => {
  const refusal = new Problem('relink_required', 'Link the account again.')

  test('is recorded under the lease, once the store can be reached', async () => {
    const { tokens, platform, get } = setUp()
    platform.refresh.mockRejectedValue(refusal)
    tokens.requireRelink.mockRejectedValueOnce(unavailable)

    await expect(get()).rejects.toBe(refusal)
    const [[, , lease] = []] = tokens.lease.mock.calls
    expect(tokens.requireRelink.mock.calls).toEqual(Array(2).fill(['alice', 'token', lease]))
    expect(tokens.pause).not.toHaveBeenCalled()
  })

  test('is no refusal of the link where another set is there by now', async () => {
    const { tokens, platform, get } = setUp()
    platform.refresh.mockRejectedValue(refusal)
    tokens.requireRelink.mockResolvedValue(refusedBy(other))

    expect(await get()).toBe('other access')
  })
})

describe('a refresh that fails', () => {
  test.each([
    ['as long as the platform asks for', new Problem('provider_unavailable', '', { retryAfter: 30 }), 30_000],
    ['a second where it asks for nothing', new Problem('provider_unavailable', ''), 1_000],
    ['a second after an unusable answer', new Problem('provider_bad_answer', '', { retryAfter: 30 }), 1_000],
    [
      'a second after another error',
      Object.assign(new Error('x'), { code: 'provider_unavailable', retryAfter: 30 }),
      1_000,
    ],
  ])('leaves the platform alone for %s', async (_name, error, pauseMs) => {
    const { tokens, platform, get } = setUp()
    platform.refresh.mockRejectedValue(error)
    tokens.pause.mockResolvedValue(refusedBy(other))

    await expect(get()).rejects.toBe(error)
    const [[, , lease] = []] = tokens.lease.mock.calls
    expect(tokens.pause).toHaveBeenCalledExactlyOnceWith('alice', 'token', lease, now + pauseMs)
    expect(tokens.requireRelink).not.toHaveBeenCalled()
  })

  test('is told though the pause cannot be stored', async () => {
    const { tokens, platform, get } = setUp()
    const failure = new Problem('provider_timeout', 'too late')
    platform.refresh.mockRejectedValue(failure)
    tokens.pause.mockRejectedValue(unavailable)

    await expect(get()).rejects.toBe(failure)
  })
})
