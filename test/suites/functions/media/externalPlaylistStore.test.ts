import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { HostedPlaylist } from '../../../../shared/areas/media/externalPlaylist.ts'
import { externalPlaylistStore } from '../../../../shared/areas/media/externalPlaylistStore.ts'
import { Problem } from '../../../../shared/contract/problem.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

let nextPlaylist = 0
const somePlaylist = () => `PL${++nextPlaylist}`

const aws = await sharedByTests(startLocalAws())
const client = aws.client
const TableName = aws.table('externalPlaylists')
const store = externalPlaylistStore(client, TableName)

const later = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })

const nothing = { id: null, snippet: null, contentDetails: null, statistics: null }
const small: HostedPlaylist = { title: 'Small', items: [{ ...nothing, id: 'a' }] }
/** Random bytes, so that it stays above the size of two parts when it is compressed. */
const large = (): HostedPlaylist => ({
  title: 'Large',
  items: Array.from({ length: 20 }, () => ({ ...nothing, id: randomBytes(32_000).toString('base64') })),
})
const stateOf = async (playlistId: string) => (await store.find(playlistId)).state

test('a playlist that shrank or grew is never mixed with its former pages', async () => {
  const playlistId = somePlaylist()
  const playlist = large()

  await store.save(playlistId, large())
  await store.save(playlistId, small)
  const shrunk = await store.find(playlistId)
  await store.save(playlistId, playlist)

  expect(shrunk).toEqual({ state: 'read', playlist: small })
  expect(await store.find(playlistId)).toEqual({ state: 'read', playlist })
})

test('one of many callers holds the lease; only the holder may renew or release it', async () => {
  const playlistId = somePlaylist()
  const holders = Array.from({ length: 20 }, (_, index) => `holder-${index}`)

  const claims = await Promise.all(holders.map((holder) => store.claim(playlistId, holder)))

  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await stateOf(playlistId)).toBe('reading')
  const winner = holders[claims.indexOf(true)] ?? ''
  expect(await store.claim(playlistId, winner)).toBe(true)
  await store.release(playlistId, 'another')
  expect(await store.claim(playlistId, 'another')).toBe(false)
  await store.release(playlistId, winner)
  expect(await store.claim(playlistId, 'another')).toBe(true)
})

test('a claim whose holder was never heard of is free after 30 seconds', async () => {
  const playlistId = somePlaylist()
  await store.claim(playlistId, 'first')

  later(29_000)
  const early = await store.claim(playlistId, 'second')
  later(2000)

  expect(early).toBe(false)
  expect(await stateOf(playlistId)).toBe('unknown')
  expect(await store.claim(playlistId, 'second')).toBe(true)
})

test('a failure is remembered for five seconds, and gives up the claim', async () => {
  const playlistId = somePlaylist()
  await store.claim(playlistId, 'first')
  later(0)

  await store.fail(playlistId, 'first', new Problem('provider_quota_exceeded', 'Used up.', { retryAfter: 60 }))

  later(4999)
  expect(await store.find(playlistId)).toMatchObject({
    state: 'failed',
    problem: { code: 'provider_quota_exceeded', message: 'Used up.', retryAfter: 60 },
  })
  later(1)
  expect(await stateOf(playlistId)).toBe('unknown')
  expect(await store.claim(playlistId, 'second')).toBe(true)
})

test('a late failure does not end the lease of another caller', async () => {
  const playlistId = somePlaylist()
  await store.claim(playlistId, 'first')
  later(31_000)
  await store.claim(playlistId, 'second')

  await store.fail(playlistId, 'first', new Problem('provider_timeout', 'Late.'))

  expect(await stateOf(playlistId)).toBe('reading')
})
