import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import type { HostedPlaylist } from '../../../../shared/areas/media/externalPlaylist.ts'
import { externalPlaylistStore } from '../../../../shared/areas/media/externalPlaylistStore.ts'
import type { Item } from '../../../../shared/contract/write.ts'
import { invocation } from '../../../../shared/runtime/invocation.ts'
import { answeringClient } from '../../../support/answeringClient.ts'
import { anId } from '../../../support/expected.ts'

/** Unit files share their modules, and a mock would not reach a store that another file has loaded. */
const compressed = vi.hoisted(() => {
  vi.resetModules()
  return { instead: undefined as Buffer | undefined }
})
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>()
  const gzip = (text: string, done: (error: null | Error, bytes: Buffer) => void) =>
    compressed.instead === undefined ? zlib.gzip(text, done) : done(null, compressed.instead)
  return { ...zlib, gzip }
})
afterEach(() => {
  compressed.instead = undefined
})

const now = Date.parse('2026-03-01T18:30:00.500Z')
const nowSeconds = Math.floor(now / 1000)
const storeAnswering = (...answers: readonly object[]) => {
  const { inputs, client } = answeringClient(...answers)
  return { inputs, store: externalPlaylistStore(client, 'playlists', () => now) }
}
const recalled = (...Items: readonly Item[]) => storeAnswering({ Items }).store.find('PL')

const nothing = { snippet: null, contentDetails: null, statistics: null }
const playlist: HostedPlaylist = { title: 'Song ♪', items: [{ ...nothing, id: 'a' }] }
const data = gzipSync(JSON.stringify(playlist))
const part = { version: 'v', parts: 1, keptUntil: now + 1, part: 0, data }
const halves = [
  { ...part, parts: 2, data: data.subarray(0, 9) },
  { ...part, parts: 2, part: 1, data: data.subarray(9) },
] as const
const claim = { part: -1, holder: 'h', heldUntil: now + 1 }

test.each<[string, readonly Item[]]>([
  ['of one part', [part]],
  ['of two parts', halves],
  ['beside the claim of a reader', [claim, part]],
  ['beside a part of another reading', [part, { ...part, part: 1, version: 'w' }]],
])('a playlist %s is read', async (_name, items) => {
  expect(await recalled(...items)).toEqual({ state: 'read', playlist })
})

test.each<[string, readonly Item[]]>([
  ['that has expired', [{ ...part, keptUntil: now }]],
  ['without its first part', [halves[1]]],
  ['without its second part', [halves[0]]],
  ['whose parts are of two readings', [halves[0], { ...halves[1], version: 'w' }]],
  ['whose claim has ended', [{ ...claim, heldUntil: now }]],
])('a playlist %s is unknown', async (_name, items) => {
  expect(await recalled(...items)).toEqual({ state: 'unknown' })
})

test.each([
  ['30 seconds', 60_000, 30_000, 31],
  ['the end of its invocation', 5250, 5000, 6],
])(
  'a claim is held for %s, and DynamoDB may delete it from the next second on',
  async (_name, leftMs, heldMs, seconds) => {
    const { inputs, store } = storeAnswering({})

    expect(await invocation.run({ endsAt: now + leftMs }, () => store.claim('PL', 'h'))).toBe(true)

    expect(inputs).toMatchObject([
      { Item: { playlistId: 'PL', part: -1, holder: 'h', heldUntil: now + heldMs, expiresAt: nowSeconds + seconds } },
    ])
  },
)

test('a small playlist is kept for ten minutes in one item', async () => {
  const { inputs, store } = storeAnswering()

  await store.save('PL', playlist)

  const keptUntil = now + 600_000
  expect(inputs).toMatchObject([
    {
      TableName: 'playlists',
      Item: {
        playlistId: 'PL',
        version: anId,
        parts: 1,
        keptUntil,
        expiresAt: nowSeconds + 601,
        part: 0,
      },
    },
  ])
  const [put = {}] = inputs
  const { data: kept } = put['Item'] as { readonly data: Buffer }
  expect(JSON.parse(String(gunzipSync(kept)))).toEqual(playlist)
})

const partsOf = async (bytes: number): Promise<readonly Item[]> => {
  const { inputs, store } = storeAnswering()
  compressed.instead = Buffer.alloc(bytes)
  await store.save('PL', playlist)
  const writes = (inputs[0]?.['TransactItems'] ?? inputs.map((Put) => ({ Put }))) as readonly { Put: { Item: Item } }[]
  return writes.map(({ Put }) => Put.Item)
}

test('a large playlist is kept in parts of one version, in one transaction', async () => {
  const parts = await partsOf(350_001)

  const version = parts[0]?.['version']
  expect(parts).toMatchObject([
    { playlistId: 'PL', part: 0, parts: 2, version, data: Buffer.alloc(350_000) },
    { playlistId: 'PL', part: 1, parts: 2, version, data: Buffer.alloc(1) },
  ])
})

test.each([
  [350_000, 1],
  [3_500_000, 10],
  [3_500_001, 0],
])('a playlist of %i bytes is kept in %i parts', async (bytes, count) => {
  expect(await partsOf(bytes)).toHaveLength(count)
})
