import { describe, expect, test, vi } from 'vitest'
import type { Commit } from '../../../shared/contract/handle.ts'
import { Problem } from '../../../shared/contract/problem.ts'
import type { Write } from '../../../shared/contract/write.ts'
import { accountLinkRepository } from '../../../shared/platforms/accountLinkRepository.ts'
import { linkAccount } from '../../../shared/recipients/linkAccount.ts'
import type { PlatformAccount } from '../../../shared/recipients/streamingPlatform.ts'
import { tokenId, tokenRepository } from '../../../shared/recipients/tokenRepository.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const tokens = { accessToken: 'access', refreshToken: 'refresh', expiresAt: now + 60_000, scopes: ['user:read'] }
const account: PlatformAccount = { id: '7', name: 'Seven' }
const grant = { code: 'code', codeVerifier: 'verifier' }
const id = tokenId('alice', 'kick', '7')

const place: Write = {
  operation: { Delete: { TableName: 'quotas', Key: { place: id } } },
  repeatable: true,
}
const watch: Write = { operation: { Delete: { TableName: 'watchedChannels', Key: {} } }, repeatable: true }

const setUp = (found: PlatformAccount = account) => {
  const platform = {
    redeemCode: vi.fn(async () => tokens),
    refresh: vi.fn(),
    account: vi.fn(async () => found),
    revoke: vi.fn(async () => undefined),
  }
  const cipher = { encrypt: vi.fn(async (text: string) => new TextEncoder().encode(text)) }
  const places = vi.fn(() => place)
  const rates = { spend: vi.fn(async () => undefined) }
  const watched = { watch: vi.fn(() => watch) }
  const commit = vi.fn(async (_writes: readonly Write[]) => undefined)
  const committing: Commit = async (writes, answer) => {
    await commit(writes)
    return answer
  }
  const linkWith = (watching?: typeof watched) => {
    const repositories = [accountLinkRepository('links'), tokenRepository({} as never, 'tokens', () => now)] as const
    const link = linkAccount('kick', platform, ...repositories, cipher, { places, rates }, watching)
    return link('alice', grant, committing, (linked, granted) => ({ linked, granted }))
  }
  return { platform, cipher, places, rates, watched, commit, linkWith }
}

const failure = new Problem('provider_unavailable', 'Kick is away.')

test('an account is claimed, kept with sealed tokens, and has a place of its own', async () => {
  const { platform, places, rates, commit, linkWith } = setUp()

  const answer = await linkWith()

  expect(rates.spend).toHaveBeenCalledExactlyOnceWith('alice', 'links')
  expect(platform.redeemCode).toHaveBeenCalledExactlyOnceWith('code', 'verifier')
  expect(platform.account).toHaveBeenCalledExactlyOnceWith('access')
  expect(answer).toEqual({ linked: { id, system: 'Kick', enabled: true, account }, granted: tokens })
  const [writes = []] = commit.mock.calls[0] ?? []
  expect(writes).toMatchObject([
    { operation: { Update: { TableName: 'links', Key: { account: 'kick#7' } } }, repeatable: true },
    {
      operation: {
        Update: {
          TableName: 'tokens',
          Key: { recipientId: 'alice', id },
          ExpressionAttributeValues: {
            ':accountId': '7',
            ':accountName': 'Seven',
            ':scopes': ['user:read'],
            ':refreshToken': new TextEncoder().encode('refresh'),
            ':accessTokenExpiresAt': tokens.expiresAt,
            ':updatedAt': '2026-01-01T00:00:00.000Z',
          },
        },
      },
      repeatable: true,
    },
    { operation: place.operation },
  ])
  expect(places).toHaveBeenCalledExactlyOnceWith('alice', id)
  expect(writes[0]?.refusal?.(undefined)).toMatchObject({ code: 'account_already_linked' })
  expect(writes[2]?.refusal?.(undefined)).toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('accounts'),
  })
  expect(platform.revoke).not.toHaveBeenCalled()
})

test('whoever links too often redeems nothing', async () => {
  const { platform, rates, linkWith } = setUp()
  rates.spend.mockRejectedValue(new Problem('rate_limited', 'too often'))

  await expect(linkWith()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(platform.redeemCode).not.toHaveBeenCalled()
})

describe('the channel of an account', () => {
  const channelUrl = 'https://live.example/seven'

  test('is watched, and no part of the answer', async () => {
    const { watched, commit, linkWith } = setUp({ ...account, channelUrl })

    const { linked } = await linkWith(watched)

    expect(watched.watch).toHaveBeenCalledExactlyOnceWith('alice', 'kick#7', channelUrl)
    expect(commit.mock.calls[0]?.[0]).toContain(watch)
    expect(linked.account).toEqual(account)
  })

  test.each([
    ['it has none', account, true],
    ['its platform sends events', { ...account, channelUrl }, false],
  ])('is not watched where %s', async (_name, found, isWatching) => {
    const { watched, commit, linkWith } = setUp(found)

    await linkWith(isWatching ? watched : undefined)

    expect(commit.mock.calls[0]?.[0]).toHaveLength(3)
  })
})

describe('tokens that were granted', () => {
  test.each(['account', 'encrypt'] as const)('are revoked when %s fails, whose failure is told', async (step) => {
    const { platform, cipher, commit, linkWith } = setUp()
    const failing = { account: platform.account, encrypt: cipher.encrypt }[step]
    failing.mockRejectedValue(failure)
    platform.revoke.mockRejectedValue(new Error('revocation failed too'))

    await expect(linkWith()).rejects.toBe(failure)
    expect(platform.revoke).toHaveBeenCalledExactlyOnceWith(tokens)
    expect(commit).not.toHaveBeenCalled()
  })

  test.each([
    ['limit_reached', 1],
    ['account_already_linked', 0],
    ['store_unavailable', 0],
  ] as const)('and cannot be kept because of %s are revoked %i times', async (code, times) => {
    const { platform, commit, linkWith } = setUp()
    commit.mockRejectedValue(new Problem(code, 'no'))

    await expect(linkWith()).rejects.toMatchObject({ code })
    expect(platform.revoke).toHaveBeenCalledTimes(times)
  })
})
