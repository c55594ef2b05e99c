import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '../../../../shared/contract/problem.ts'
import { startSandbox } from '../../../local/sandbox/sandbox.ts'
import { emptyTable } from '../../../support/emptyTable.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'

const call = operationCaller()

const sandbox = await startSandbox()
const aws = await startLocalAws(sandbox.parameters)
Object.assign(process.env, sandbox.urls)
beforeEach(() => emptyTable(aws.client, aws.table('externalPlaylists'), ['playlistId', 'part']))
afterAll(async () => {
  await aws.stop()
  await sandbox.stop()
})

interface Entry {
  readonly id: string
  readonly snippet: { readonly title: string; readonly thumbnails: object | null }
  readonly contentDetails: object | null
  readonly statistics: object | null
}

const get = (playlistId: string) => call('getExternalPlaylist', { params: { playlistId } })
const idsOf = ({ items }: { items: Entry[] }) => items.map(({ id }) => id)
/** What is asked of the video host while `act` runs. */
const requestsDuring = async (act: () => Promise<unknown>): Promise<string[]> => {
  const before = sandbox.log.length
  await act()
  return sandbox.log.slice(before).map(({ path }) => path)
}

test('a playlist has every entry, with its details', async () => {
  const { status, body } = await get('PLdemo')

  expect(status).toBe(200)
  expect(body.title).toBe('Demo playlist')
  expect(idsOf(body).toSorted()).toEqual(
    Array.from({ length: 120 }, (_, index) => `demo${String(index).padStart(7, '0')}`),
  )
  const first = body.items.find(({ id }: Entry) => id === 'demo0000000')
  expect(first).toMatchObject({
    snippet: { title: 'Demo song 1 ♪', thumbnails: { default: { width: '120' } } },
    contentDetails: { duration: 'PT3M0S', regionRestriction: null },
    statistics: { viewCount: '1000' },
  })
})

test('every call returns the cached playlist in a new order', async () => {
  const bodies: { items: Entry[] }[] = []

  const requests = await requestsDuring(async () => {
    for (let index = 0; index < 3; index++) bodies.push((await get('PLdemo')).body)
  })

  expect(requests.toSorted()).toEqual([...Array(3).fill('/playlistItems'), '/playlists', ...Array(3).fill('/videos')])
  expect(new Set(bodies.map((body) => idsOf(body).join())).size).toBe(3)
  expect(new Set(bodies.map((body) => idsOf(body).toSorted().join())).size).toBe(1)
})

test('many who ask at once cost the quota once', async () => {
  const answers: { status: number; body: { items: Entry[] } }[] = []

  const requests = await requestsDuring(async () => {
    answers.push(...(await Promise.all(Array.from({ length: 30 }, () => get('PLdemo')))))
  })

  expect(requests).toHaveLength(7)
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.items.length}`))).toEqual(new Set(['200 120']))
})

test('concurrent calls for a failing playlist share one failed read', async () => {
  const statuses = new Set<number>()

  const requests = await requestsDuring(async () => {
    for (const { status } of await Promise.all(Array.from({ length: 30 }, () => get('PLprivate')))) statuses.add(status)
  })

  expect(statuses).toEqual(new Set([404]))
  expect(requests).toHaveLength(2)
})

test.each(['', ' ', 'PL demo', 'PL,demo', 'PL%2Fdemo', '../videos', 'x'.repeat(65)])(
  'the playlist id %j is 400',
  async (playlistId) => {
    const requests = await requestsDuring(async () => {
      expect(await get(playlistId)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ in: 'path', pointer: '/playlistId' }] },
      })
    })

    expect(requests).toEqual([])
  },
)

const reasonOf = (reason: string) =>
  ({ kind: 'instead', response: { status: 403, body: { error: { code: 403, errors: [{ reason }] } } } }) as const

test.each([
  ['a used up quota', reasonOf('dailyLimitExceeded'), 503, 'provider_quota_exceeded', expect.stringMatching(/^\d+$/)],
  ['an unknown reason', reasonOf('somethingElse'), 502, 'provider_bad_answer', undefined],
  ['an error page', { kind: 'html' }, 502, 'provider_bad_answer', undefined],
  ['429', { kind: 'status', status: 429, retryAfter: 17 }, 503, 'provider_unavailable', '17'],
] as const)('%s has its problem, and the host is asked once', async (_name, failure, status, code, retryAfter) => {
  sandbox.script({ path: '/playlistItems' }, failure)

  const requests = await requestsDuring(async () => {
    const answer = await get('PLdemo')

    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers['retry-after']).toEqual(retryAfter)
  })

  expect(requests.filter((path) => path === '/playlistItems')).toHaveLength(1)
})

test('a failure in the middle of a playlist is not answered as a shorter one, nor kept', async () => {
  sandbox.script({ path: '/videos' }, { kind: 'html' })

  const failed = await get('PLdemo')
  await emptyTable(aws.client, aws.table('externalPlaylists'), ['playlistId', 'part'])

  expect(failed).toMatchObject({ status: 502 })
  expect((await get('PLdemo')).body.items).toHaveLength(120)
})

const parts = { params: { playlistId: 'PL' }, query: undefined, headers: {}, body: undefined }
const request = { recipientId: 'alice', isAdmin: false, tokenEndsAt: 0, requestId: '', ...parts }

test('units of all recipients are spent where one’s own are used up, and not where the store is away', async () => {
  const { handle } = await import('../../../../functions/media/getExternalPlaylist.ts')
  const spend = vi.fn(() => Promise.reject(new Problem('store_unavailable', 'away')))
  const read = async (_playlistId: string, spending: (units: number) => Promise<void>) => {
    await spending(3)
    return { title: null, items: [] }
  }

  const answer = handle({ playlist: read }, { spend })(request, () => Promise.reject())

  await expect(answer).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(spend.mock.calls).toEqual([['alice', 'externalPlaylists', 3]])
})

test('a playlist whose answer Lambda would not take is answered as far as it fits, at random', async () => {
  const { handle } = await import('../../../../functions/media/getExternalPlaylist.ts')
  const entry = (index: number) => ({
    id: `${index}`,
    snippet: { resourceId: null, title: '"'.repeat(1000), thumbnails: null },
    contentDetails: null,
    statistics: null,
  })
  const items = Array.from({ length: 3000 }, (_, index) => entry(index))
  const answer = handle({ playlist: async () => ({ title: 'Heavy', items }) }, { spend: async () => {} })
  const body = await answer(request, () => Promise.reject())

  const ids = (body.items ?? []).map(({ id }) => Number(id))
  const size = Buffer.byteLength(JSON.stringify({ statusCode: 200, headers: {}, body: JSON.stringify(body) }))
  expect(size).toBeGreaterThan(6_000_000)
  expect(size).toBeLessThan(6_291_556 - 1000)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Math.max(...ids)).toBeGreaterThan(2900)
})
