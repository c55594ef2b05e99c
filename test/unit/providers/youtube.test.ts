import { describe, expect, test } from 'vitest'
import { type ProviderAnswer, type ProviderHttp, providerHttp } from '../../../shared/providers/http.ts'
import { youtube } from '../../../shared/providers/youtube.ts'
import { secondsUntilQuotaReset } from '../../../shared/providers/youtubeProblem.ts'
import { youtubeVideos } from '../../../shared/providers/youtubeVideos.ts'
import type { SandboxResponse } from '../../sandbox/standIn.ts'
import { createYoutube } from '../../sandbox/youtube.ts'
import { videosOf } from '../../sandbox/youtubeCatalogue.ts'

const standIn = createYoutube({ PLlarge: { title: 'Large', videos: videosOf(5_049) } })
const key = standIn.parameters['youtube/api-key'] ?? ''

type Answer = (path: string, query: URLSearchParams) => SandboxResponse

const answerOfStandIn: Answer = (path, query) =>
  standIn.answer({ at: 0, method: 'GET', base: '', path, query, headers: {}, body: '' })

/** The host behind a transport that counts, and answers as it is told. */
const hostThat = (answer: Answer = answerOfStandIn) => {
  const calls = { paths: [] as string[], underWay: 0, mostUnderWay: 0 }
  const read = async ({ url }: { readonly url: string }): Promise<ProviderAnswer> => {
    const { pathname, searchParams } = new URL(url)
    calls.paths.push(pathname)
    calls.mostUnderWay = Math.max(calls.mostUnderWay, ++calls.underWay)
    await new Promise((resolve) => setTimeout(resolve, pathname === '/videos' ? 5 : 0))
    calls.underWay--
    const { status, body } = answer(pathname, searchParams)
    return { status, headers: {}, body: JSON.stringify(body) }
  }
  const http: ProviderHttp = { ...providerHttp('YouTube'), read }
  const parameters = async () => ({ 'youtube/api-key': key })
  const settings = { url: 'https://example.com', parameters, keyParameter: '/test/key', http }
  return { calls, host: youtube(settings), videos: youtubeVideos(settings) }
}

test('videos are described in calls of 50 ids, which is what YouTube takes', async () => {
  const asked: string[][] = []
  const { videos } = hostThat((path, query) => {
    asked.push(String(query.get('id')).split(','))
    return answerOfStandIn(path, query)
  })
  const ids = videosOf(90).map(({ id }) => id)

  const descriptions = await videos.describe(ids)

  expect(asked).toEqual([ids.slice(0, 50), ids.slice(50)])
  for (const id of [ids[0] ?? '', ids[50] ?? '']) expect(descriptions.get(id)?.title).toMatch(/^Demo song/)
})

const count = (paths: readonly string[], path: string) => paths.filter((each) => each === path).length

test('of more than 5,000 entries the first 5,000 are read, a few calls at a time', async () => {
  const { calls, host } = hostThat()

  const { title, items } = await host.playlist('PLlarge')

  expect(title).toBe('Large')
  expect(items.map(({ id }) => id)).toEqual(videosOf(5_000).map(({ id }) => id))
  expect(items[4_999]?.contentDetails).not.toBeNull()
  expect([count(calls.paths, '/playlistItems'), count(calls.paths, '/videos')]).toEqual([100, 100])
  expect(calls.mostUnderWay).toBeLessThanOrEqual(5)
})

/** One playlist of one page with the entries given; whatever is asked for details gets `videos`. */
const hostOf = (entries: readonly unknown[], videos: readonly unknown[] = []) =>
  hostThat((path) => {
    if (path === '/playlists') return { status: 200, body: { items: [{ snippet: {} }] } }
    return { status: 200, body: path === '/videos' ? { items: videos } : { items: entries } }
  })

test('whatever is missing is null', async () => {
  const { host } = hostOf(
    [
      {},
      { snippet: {} },
      { snippet: { resourceId: {}, thumbnails: { default: {} } } },
      { contentDetails: { videoId: 'a' } },
    ],
    [{ id: 'a', contentDetails: { regionRestriction: { allowed: ['US'] } }, statistics: {} }],
  )

  const playlist = await host.playlist('PL')

  const nothing = { id: null, snippet: null, contentDetails: null, statistics: null }
  const noThumbnail = { url: null, width: null, height: null }
  expect(playlist).toEqual({
    title: null,
    items: [
      nothing,
      { ...nothing, snippet: { resourceId: null, title: null, thumbnails: null } },
      {
        ...nothing,
        snippet: { resourceId: { kind: null, videoId: null }, title: null, thumbnails: { default: noThumbnail } },
      },
      {
        id: 'a',
        snippet: null,
        contentDetails: { duration: null, regionRestriction: { blocked: null }, contentRating: null },
        statistics: { viewCount: null },
      },
    ],
  })
})

test('a video that stands twice keeps both places and is asked for once', async () => {
  const entry = { contentDetails: { videoId: 'a' } }
  const asked: (string | null)[] = []
  const { host } = hostThat((path, query) => {
    if (path === '/playlists') return { status: 200, body: { items: [{}] } }
    if (path === '/playlistItems') return { status: 200, body: { items: [entry, entry] } }
    asked.push(query.get('id'))
    return { status: 200, body: { items: [{ id: 'a', statistics: { viewCount: '7' } }] } }
  })

  const { items } = await host.playlist('PL')

  expect(items).toMatchObject([{ statistics: { viewCount: '7' } }, { statistics: { viewCount: '7' } }])
  expect(asked).toEqual(['a'])
})

test('an empty playlist has no entries, and nothing is asked about them', async () => {
  const { calls, host } = hostOf([])

  expect(await host.playlist('PL')).toEqual({ title: null, items: [] })
  expect(count(calls.paths, '/videos')).toBe(0)
})

test.each([
  ['a page of 51', Array.from({ length: 51 }, () => ({}))],
  ['a title that is a number', [{ snippet: { title: 1 } }]],
  ['an entry that is no object', ['entry']],
])('%s is a bad answer', async (_name, entries) => {
  await expect(hostOf(entries).host.playlist('PL')).rejects.toMatchObject({ code: 'provider_bad_answer' })
})

test('no problem tells the key', async () => {
  const failures: SandboxResponse[] = [
    { status: 400, body: { error: { errors: [{ reason: 'keyInvalid', message: key }] } } },
    { status: 403, body: { error: { errors: [{ reason: 'quotaExceeded', message: key }] } } },
    { status: 500, body: key },
    { status: 200, body: key },
  ]
  for (const failure of failures) {
    const error = await hostThat(() => failure)
      .host.playlist('PL')
      .catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain(key)
  }
})

describe('the quota is whole again at midnight Pacific time', () => {
  test.each([
    ['2026-01-15T20:00:00Z', 12 * 3600, 'winter'],
    ['2026-07-15T20:00:00Z', 11 * 3600, 'summer'],
    ['2026-01-15T07:59:59.500Z', 1, 'the last half second'],
    ['2026-01-15T08:00:00Z', 24 * 3600, 'midnight itself'],
    ['2026-03-08T08:00:00Z', 23 * 3600, 'the day that loses an hour'],
    ['2026-11-01T07:00:00Z', 25 * 3600, 'the day that gains one'],
    ['2026-12-31T23:00:00Z', 9 * 3600, 'the end of a year'],
  ])('%s: %i seconds (%s)', (instant, seconds) => {
    expect(secondsUntilQuotaReset(Date.parse(instant))).toBe(seconds)
  })
})
