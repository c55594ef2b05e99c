import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test, vi } from 'vitest'
import {
  type Lease,
  linkRepository,
  type Outcome,
  tokenRefreshRepository,
  tokenRepository,
} from '../../../../shared/areas/recipients/tokenRepository.ts'
import { applyWrites } from '../../../../shared/mechanisms/store/commit.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const before = '2025-12-31T00:00:00.000Z'

const aws = await sharedByTests(startLocalAws())
const tokens = tokenRefreshRepository(aws.client, aws.table('tokens'), () => now)

const bytes = (text: string) => new TextEncoder().encode(text)
const lease: Lease = { id: 'mine', revision: 'first', takenAt: now, expiresAt: now + 8_000, latestEnd: now + 16_000 }
const set = {
  refreshToken: bytes('new refresh'),
  accessToken: bytes('new access'),
  accessTokenExpiresAt: now + 3_600_000,
  revision: 'second',
}
const account = { platform: 'kick', accountId: '7', createdAt: before }
const kept = {
  ...account,
  enabled: true,
  revision: 'first',
  refreshToken: bytes('refresh'),
  accessToken: bytes('access'),
  accessTokenExpiresAt: now,
  updatedAt: before,
}
const aboutTheSet = { leaseId: 'mine', leaseExpiresAt: now, pausedUntil: now, relinkRequired: true }

let people = 0

/** A recipient whose record has these values beside those of an enabled link. */
const recipientWith = async (values: object = {}): Promise<string> => {
  const recipientId = `person-${++people}`
  const Item = { recipientId, id: 'token', ...kept, ...values }
  await aws.client.send(new PutCommand({ TableName: aws.table('tokens'), Item }))
  return recipientId
}

const storedOf = async (recipientId: string) => {
  const { recipientId: owner, id, ...rest } = (await tokens.find(recipientId, 'token')) ?? {}
  expect([owner, id]).toEqual([recipientId, 'token'])
  return rest
}

type Change = (recipientId: string) => Promise<Outcome>

const changes: Readonly<Record<string, Change>> = {
  lease: (recipientId) => tokens.lease(recipientId, 'token', lease),
  renew: (recipientId) => tokens.renew(recipientId, 'token', 'first', set),
  renewDisabled: (recipientId) => tokens.renewDisabled(recipientId, 'token', 'first', set),
  requireRelink: (recipientId) => tokens.requireRelink(recipientId, 'token', lease),
  pause: (recipientId) => tokens.pause(recipientId, 'token', lease, now + 30_000),
}

const { accessToken: _token, accessTokenExpiresAt: _end, ...withoutAccess } = kept
const isHeld = { leaseId: 'mine', leaseExpiresAt: now }
const { revision, refreshToken } = set

describe.each<[string, object, object]>([
  ['lease', { pausedUntil: now }, { ...kept, leaseId: 'mine', leaseExpiresAt: now + 8_000 }],
  ['renew', aboutTheSet, { ...kept, ...set, updatedAt: '2026-01-01T00:00:00.000Z' }],
  ['renewDisabled', { ...aboutTheSet, enabled: false }, { ...kept, enabled: false, refreshToken, revision }],
  ['requireRelink', isHeld, { ...withoutAccess, relinkRequired: true }],
  ['pause', isHeld, { ...kept, pausedUntil: now + 30_000 }],
])('%s', (name, found, stored) => {
  const change: Change = (recipientId) => changes[name]?.(recipientId) ?? expect.fail()

  test('changes the record, in a single write of one unit, and its repetition changes nothing more', async () => {
    const recipientId = await recipientWith(found)
    const sent = vi.spyOn(aws.client, 'send')

    const outcomes = [await change(recipientId), await change(recipientId)]

    const isUpdate = sent.mock.calls.map(([command]) => command instanceof UpdateCommand)
    sent.mockRestore()
    expect(outcomes).toEqual([{ applied: true }, { applied: true }])
    expect(isUpdate).toEqual([true, true])
    expect(await storedOf(recipientId)).toEqual(stored)
  })

  test('changes no other set of tokens, and shows it', async () => {
    const recipientId = await recipientWith({ ...found, revision: 'other' })

    const outcome = await change(recipientId)

    expect(outcome).toEqual({
      applied: false,
      found: { recipientId, id: 'token', ...kept, ...found, revision: 'other' },
    })
    expect(await storedOf(recipientId)).toEqual({ ...kept, ...found, revision: 'other' })
  })

  test('a change of a token makes no record', async () => {
    expect(await change('nobody')).toEqual({ applied: false, found: undefined })
    expect(await tokens.find('nobody', 'token')).toBeUndefined()
  })
})

test.each([
  ['on a disabled token', { enabled: false }],
  ['on a token whose account has to be linked again', { relinkRequired: true }],
  ['while the platform is left alone', { pausedUntil: now + 1 }],
  ['while another one has it until now', { leaseId: 'other', leaseExpiresAt: now }],
  ['while another one has it as long as one may', { leaseId: 'other', leaseExpiresAt: now + 16_000 }],
])('a lease is not given %s', async (_name, values) => {
  expect(await changes['lease']?.(await recipientWith(values))).toMatchObject({ applied: false, found: values })
})

test.each([
  ['after that of another one has ended', now - 1],
  ['if that of another one would last too long, because a clock was wrong', now + 16_001],
])('a lease is given %s', async (_name, leaseExpiresAt) => {
  const recipientId = await recipientWith({ leaseId: 'other', leaseExpiresAt })

  expect(await changes['lease']?.(recipientId)).toEqual({ applied: true })
})

test.each(['requireRelink', 'pause'])('%s does not end a lease that has a new holder', async (name) => {
  const recipientId = await recipientWith({ leaseId: 'other', leaseExpiresAt: now })

  expect(await changes[name]?.(recipientId)).toMatchObject({ applied: false, found: { leaseId: 'other' } })
})

test('a set for a token that was disabled meanwhile is not stored as that of an enabled one', async () => {
  const recipientId = await recipientWith({ enabled: false })

  expect(await changes['renew']?.(recipientId)).toMatchObject({ applied: false, found: { enabled: false } })
  expect(await storedOf(recipientId)).toEqual({ ...kept, enabled: false })
})

test('a token that its platform takes no more is disabled, and keeps no access token', async () => {
  const recipientId = await recipientWith()

  await tokens.disable(recipientId, 'token')

  const updatedAt = '2026-01-01T00:00:00.000Z'
  expect(await storedOf(recipientId)).toEqual({ ...withoutAccess, enabled: false, updatedAt })
})

test('an account that is linked again has nothing left that describes its former set of tokens', async () => {
  const recipientId = await recipientWith({ ...aboutTheSet, enabled: false })
  const links = tokenRepository(aws.client, aws.table('tokens'), () => now)
  const linked = links.creation(recipientId, 'token', 'kick', { id: '7', name: 'alice' }, ['user:read'], set)

  await applyWrites(aws.client, [linked])

  const about = { accountName: 'alice', scopes: ['user:read'], updatedAt: '2026-01-01T00:00:00.000Z' }
  expect(await storedOf(recipientId)).toEqual({ ...kept, ...set, ...about })
})

test('the accounts of a streamer are named in the order of the alphabet', async () => {
  const recipientId = await recipientWith({ platform: 'twitch', accountName: 'alice' })
  const Item = { ...kept, recipientId, id: 'token2', accountName: 'alice' }
  await aws.client.send(new PutCommand({ TableName: aws.table('tokens'), Item }))

  const names = await linkRepository(aws.client, aws.table('tokens')).names(recipientId)

  expect(names).toEqual(['Kick: alice', 'Twitch: alice'])
})
