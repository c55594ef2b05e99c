import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import {
  accountLinkRepository,
  accountLinkStore,
  linkOwnerStore,
  linkWrites,
  sourceRepository,
} from '../../../../shared/areas/platforms/accountLinkRepository.ts'
import type { Write } from '../../../../shared/contract/write.ts'
import { applyOrThrow, applyWrites } from '../../../../shared/mechanisms/store/commit.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const at = '2026-01-31T12:00:00.000Z'

const aws = await sharedByTests(startLocalAws())
const links = accountLinkStore(aws.client, aws.table('accountLinks'))
const own = accountLinkRepository(aws.table('accountLinks'))

const apply = (write: Write) => applyOrThrow(aws.client)([write])

const put = (table: 'accountLinks' | 'streams', Item: Record<string, unknown>) =>
  aws.client.send(new PutCommand({ TableName: aws.table(table), Item }))

let count = 0
const accountOf = (platform: string) => `${platform}#${++count}`

test.each([
  ['kick', true],
  ['twitch', true],
  ['vkLive', false],
])('the link of an account of %s, when it is made, is due for subscriptions: %s', async (platform, due) => {
  const id = String(++count)

  for (const _ of [1, 2]) await apply(own.creation('alice', platform, id))

  expect(await links.find(`${platform}#${id}`)).toEqual({ account: `${platform}#${id}`, recipientId: 'alice', due })
})

test('the link of an account is neither taken nor removed by another recipient, and free after its removal', async () => {
  const id = String(++count)
  await apply(own.creation('alice', 'kick', id))

  await expect(apply(own.creation('bob', 'kick', id))).rejects.toMatchObject({ code: 'account_already_linked' })
  const [refusal] = await applyWrites(aws.client, [own.removal('bob', `kick#${id}`)])
  const kept = await links.find(`kick#${id}`)
  for (const _ of [1, 2]) await apply(own.removal('alice', `kick#${id}`))
  await apply(own.creation('bob', 'kick', id))

  expect(refusal?.item).toMatchObject({ recipientId: 'alice' })
  expect(kept).toMatchObject({ recipientId: 'alice' })
  expect(await links.find(`kick#${id}`)).toMatchObject({ recipientId: 'bob' })
})

test('the link of an account that is linked again while it is not yet removed keeps the events that arrive', async () => {
  const id = String(++count)
  await apply(own.creation('alice', 'kick', id))
  await apply(links.settlement(`kick#${id}`, ['livestream.status.updated']))
  await apply(own.creation('alice', 'kick', id))

  expect(await links.find(`kick#${id}`)).toMatchObject({
    due: true,
    activeEvents: new Set(['livestream.status.updated']),
  })
})

const error = { at, code: 'provider_unavailable', detail: 'd' }
const revokedError = {
  at,
  code: 'subscription_revoked',
  detail: 'The platform has ended the subscription (user_removed).',
}
const online = new Set(['stream.online'])
const both = new Set(['stream.online', 'stream.offline'])
type Change = (writes: ReturnType<typeof linkWrites>, account: string) => Write

describe.each<[string, Change, object, object]>([
  [
    'an activation',
    (writes, account) => writes.activation(account, ['stream.offline']),
    { due: true, lastError: error },
    { due: true, lastError: error, activeEvents: both },
  ],
  [
    'a settlement',
    (writes, account) => writes.settlement(account, ['stream.offline']),
    { due: true, lastError: error },
    { activeEvents: both },
  ],
  [
    'a settlement without events',
    (writes, account) => writes.settlement(account, []),
    { due: true, lastError: error },
    { activeEvents: online },
  ],
  [
    'a loss',
    (writes, account) => writes.loss(account, ['stream.online']),
    { due: true, activeEvents: both },
    { due: true, activeEvents: new Set(['stream.offline']) },
  ],
  ['the loss of all events', (writes, account) => writes.loss(account, [...both]), { activeEvents: both }, {}],
  [
    'a failure',
    (writes, account) => writes.failure(account, error),
    { due: true },
    { activeEvents: online, lastError: error },
  ],
  [
    'a revocation',
    (writes, account) => writes.revocation(account, 'stream.online', 'user_removed'),
    { due: true, activeEvents: both },
    { due: true, activeEvents: new Set(['stream.offline']), lastError: revokedError },
  ],
])('%s', (_name, change, before, after) => {
  const write = (account: string) =>
    change(
      linkWrites(aws.table('accountLinks'), () => Date.parse(at)),
      account,
    )

  test('changes the link, and its repetition changes nothing more', async () => {
    const account = accountOf('twitch')
    await put('accountLinks', { account, recipientId: 'alice', activeEvents: online, ...before })

    for (const _ of [1, 2]) await apply(write(account))

    expect(write(account).repeatable).toBe(true)
    expect(await links.find(account)).toEqual({ account, recipientId: 'alice', ...after })
  })

  test('a change is refused for an account that is not linked', async () => {
    const account = accountOf('twitch')

    await expect(apply(write(account))).rejects.toMatchObject({
      code: 'not_found',
      message: 'No recipient has linked this account.',
    })
    expect(await links.find(account)).toBeUndefined()
  })
})

test('all links are read over more pages than one', async () => {
  const accounts = Array.from({ length: 4 }, () => accountOf('kick'))
  for (const account of accounts)
    await put('accountLinks', { account, recipientId: 'alice', padding: 'x'.repeat(390_000) })

  const found = await Array.fromAsync(links.list())

  expect(found.map(({ account }) => account)).toEqual(expect.arrayContaining(accounts))
  expect(new Set(found.map(({ account }) => account)).size).toBe(found.length)
})

test('the owner of an account is the recipient who linked it, unless that link is disabled', async () => {
  const asked: unknown[][] = []
  const ownerOf = (platform: string, id: string, isEnabled: boolean) =>
    linkOwnerStore(
      aws.client,
      { hasEnabled: async (...call) => asked.push(call) > 0 && isEnabled },
      aws.table('accountLinks'),
    ).find(platform, id)
  const id = String(++count)
  await apply(own.creation('alice', 'kick', id))

  expect(await ownerOf('kick', id, true)).toBe('alice')
  expect(await ownerOf('kick', id, false)).toBeUndefined()
  expect(await ownerOf('twitch', id, true)).toBeUndefined()
  expect(asked).toEqual([
    ['alice', 'kick', id],
    ['alice', 'kick', id],
  ])
})

const stateOf = async (platform: string, link?: object, channel?: object) => {
  const account = accountOf(platform)
  if (link) await put('accountLinks', { account, recipientId: 'alice', ...link })
  for (const recipientId of ['alice', 'bob'])
    if (channel)
      await put('streams', {
        recipientId,
        channel: account,
        changedAt: at,
        isOnline: recipientId === 'bob',
        ...channel,
      })
  const tables = { accountLinks: aws.table('accountLinks'), streams: aws.table('streams') }
  const states = await sourceRepository(aws.client, tables).find(
    'alice',
    new Map([accountOf('kick'), account].map((each) => [each, []])),
  )
  return states.get(account)
}
const active = { activeEvents: new Set(['livestream.status.updated']) }

test.each<[string, string, object | undefined, object]>([
  ['polled, if its platform sends no events', 'vkLive', {}, { subscription: 'polled' }],
  ['active, if all events arrive', 'kick', active, { subscription: 'active', lastError: null }],
  ['pending, if some events arrive', 'twitch', { activeEvents: online }, { subscription: 'pending' }],
  ['pending, if no event arrives', 'kick', {}, { subscription: 'pending' }],
  ['pending, if it is not linked', 'kick', undefined, { subscription: 'pending', lastError: null }],
  ['failed after an error', 'kick', { ...active, lastError: error }, { subscription: 'failed', lastError: error }],
  [
    'revoked after a revocation',
    'kick',
    { ...active, lastError: revokedError },
    { subscription: 'revoked', lastError: revokedError },
  ],
  [
    'unknown, if it is another’s by now',
    'kick',
    { ...active, recipientId: 'bob', lastError: error },
    { subscription: 'pending', lastError: null },
  ],
])('the state of a source is %s', async (_name, platform, link, state) => {
  expect(await stateOf(platform, link)).toMatchObject({ lastEvent: null, lastError: null, ...state })
})

test.each([
  [true, 'STREAM_STARTED'],
  [false, 'STREAM_ENDED'],
])('the state of a source has the last event of its own recipient: online %s', async (isOnline, type) => {
  const lastEvent = { type, at }

  expect(await stateOf('kick', active, { changedAt: at })).toMatchObject({ lastEvent: { type: 'STREAM_ENDED' } })
  expect(await stateOf('kick', active, { isOnline })).toMatchObject({ lastEvent })
})

test('the states of no accounts are read without a call', async () => {
  const client = { send: () => expect.fail('nothing is read') }

  expect(await sourceRepository(client as never, { accountLinks: 'a', streams: 's' }).find('alice', new Map())).toEqual(
    new Map(),
  )
})
