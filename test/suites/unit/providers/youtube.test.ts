import { expect, test, vi } from 'vitest'
import { type ProviderAnswer, type ProviderHttp, providerHttp } from '../../../../shared/mechanisms/outbound/http.ts'
import { youtube } from '../../../../shared/providers/youtube.ts'
import { youtubeVideos } from '../../../../shared/providers/youtubeVideos.ts'
import type { SandboxResponse, StandIn } from '../../../local/sandbox/standIn.ts'
import { createYoutube } from '../../../local/sandbox/youtube.ts'
import { videosOf } from '../../../local/sandbox/youtubeCatalogue.ts'

const standIn = createYoutube({ PLlarge: { title: 'Large', videos: videosOf(5_049) } })
const key = standIn.parameters['youtube/api-key'] ?? ''

const free = async () => {}

type Answer = (path: string, query: URLSearchParams) => SandboxResponse

const answerOf =
  ({ answer }: StandIn): Answer =>
  (path, query) =>
    answer({ at: 0, method: 'GET', base: '', path, query, headers: {}, body: '' })
const answerOfStandIn = answerOf(standIn)

/** The host behind a transport that notes what is asked, answers as it is told, and has details only once `detailsCome`. */
const hostThat = (answer: Answer = answerOfStandIn, detailsCome: Promise<unknown> = Promise.resolve()) => {
  const paths: string[] = []
  const read = async ({ url }: { readonly url: string }): Promise<ProviderAnswer> => {
    const { pathname, searchParams } = new URL(url)
    paths.push(pathname)
    if (pathname === '/videos') await detailsCome
    const { status, body } = answer(pathname, searchParams)
    return { status, headers: {}, body: JSON.stringify(body) }
  }
  const http: ProviderHttp = { ...providerHttp('YouTube'), read }
  const parameters = async () => ({ 'youtube/api-key': key })
  const settings = { url: 'https://example.com', parameters, keyParameter: '/test/key', http }
  return { paths, host: youtube(settings), videos: youtubeVideos(settings) }
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

test.each([
  [{}, { title: undefined, thumbnail: undefined }],
  [{ snippet: {} }, { title: undefined, thumbnail: undefined }],
  [{ snippet: { title: 'T', thumbnails: {} } }, { title: 'T', thumbnail: undefined }],
  [{ snippet: { thumbnails: { high: {}, default: { url: 'small' } } } }, { title: undefined, thumbnail: 'small' }],
  [
    { snippet: { thumbnails: { high: { url: 'large' }, default: { url: 'small' } } } },
    { title: undefined, thumbnail: 'large' },
  ],
])('a video of which %j is told is described by %j', async (told, description) => {
  const { videos } = hostThat(() => ({ status: 200, body: { items: [{ id: 'a', ...told }] } }))

  expect(await videos.describe(['a'])).toEqual(new Map([['a', description]]))
})

test('no video that is asked for is there, or none is asked for', async () => {
  const { paths, videos } = hostThat(() => ({ status: 200, body: {} }))

  expect([await videos.describe(['a']), await videos.describe([])]).toEqual([new Map(), new Map()])
  expect(paths).toEqual(['/videos'])
})

test.each([
  [{ status: 404, body: {} }, 'provider_bad_answer'],
  [{ status: 403, body: { error: { errors: [{ reason: 'quotaExceeded' }] } } }, 'provider_quota_exceeded'],
])('videos and playlists that are answered with %j have the problem %s', async (failure, code) => {
  const { host, videos } = hostThat(() => failure)

  await expect(videos.describe(['a'])).rejects.toMatchObject({ code })
  await expect(host.playlist('PL', free)).rejects.toMatchObject({ code })
})

test('who cannot be reached is named', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const parameters = async () => ({ 'youtube/api-key': key })
  const settings = { url: 'http://127.0.0.1:1', parameters, keyParameter: '/test/key' }
  const problem = { code: 'provider_unavailable', message: 'YouTube could not be reached.' }

  await expect(youtubeVideos(settings).describe(['a'])).rejects.toMatchObject(problem)
  await expect(youtube(settings).playlist('PL', free)).rejects.toMatchObject(problem)
})

const count = (paths: readonly string[], path: string) => paths.filter((each) => each === path).length

test('of more than 5,000 entries the first 5,000 are read', async () => {
  const { paths, host } = hostThat()

  const { title, items } = await host.playlist('PLlarge', free)

  expect(title).toBe('Large')
  expect(items.map(({ id }) => id)).toEqual(videosOf(5_000).map(({ id }) => id))
  expect(items[4_999]?.contentDetails).not.toBeNull()
  expect([count(paths, '/playlistItems'), count(paths, '/videos')]).toEqual([100, 100])
})

test.each([
  [50, [3]],
  [120, [3, 4]],
  [5_049, [3, 198]],
])(
  'the units of %i entries are spent before they are used, the first ones before it is known how many',
  async (entries, units) => {
    const spent: number[] = []
    const { paths, host } = hostThat(answerOf(createYoutube({ PL: { title: 'P', videos: videosOf(entries) } })))

    await host.playlist('PL', async (more) => void spent.push(more))

    expect(spent).toEqual(units)
    expect(paths).toHaveLength(spent.reduce((sum, each) => sum + each, 0))
  },
)

test('nothing is asked beyond the quota', async () => {
  const { paths, host } = hostThat()
  const refusal = new Error('no units left')

  await expect(host.playlist('PLlarge', () => Promise.reject(refusal))).rejects.toBe(refusal)
  expect(paths).toEqual([])
})

test('details of four pages at most are asked for at a time, while one more page is read', async () => {
  const details = Promise.withResolvers<void>()
  const { paths, host } = hostThat((path, query) => {
    if (path !== '/playlistItems') return { status: 200, body: { items: [{ id: 'a' }] } }
    const page = Number(query.get('pageToken') ?? 1)
    const items = [{ contentDetails: { videoId: 'a' } }]
    return { status: 200, body: { items, ...(page < 7 && { nextPageToken: String(page + 1) }) } }
  }, details.promise)

  const reading = host.playlist('PL', free)
  await new Promise((resolve) => setImmediate(resolve))
  const asked = [count(paths, '/playlistItems'), count(paths, '/videos')]
  details.resolve()

  expect((await reading).items).toHaveLength(7)
  expect(asked).toEqual([5, 4])
})

test('each entry has the details of its video', async () => {
  const { items } = await hostThat(answerOf(createYoutube())).host.playlist('PLdemo', free)

  expect(items[0]).toEqual({
    id: 'demo0000000',
    snippet: {
      resourceId: { kind: 'youtube#video', videoId: 'demo0000000' },
      title: 'Demo song 1 ♪',
      thumbnails: {
        default: { url: 'https://i.ytimg.com/vi/demo0000000/default.jpg', width: '120', height: '90' },
        medium: { url: 'https://i.ytimg.com/vi/demo0000000/medium.jpg', width: '320', height: '180' },
        high: { url: 'https://i.ytimg.com/vi/demo0000000/high.jpg', width: '480', height: '360' },
        standard: { url: 'https://i.ytimg.com/vi/demo0000000/standard.jpg', width: '640', height: '480' },
      },
    },
    contentDetails: { duration: 'PT3M0S', regionRestriction: null, contentRating: {} },
    statistics: { viewCount: '1000' },
  })
  expect(items[1]?.contentDetails?.regionRestriction).toEqual({ blocked: ['DE', 'FR'] })
  expect(items[3]?.contentDetails?.contentRating).toEqual({
    ytRating: 'ytAgeRestricted',
    djctqRatingReasons: 'djctqViolence,djctqSexContent',
  })
  expect(items.find(({ snippet }) => snippet?.title === 'Private video')).toMatchObject({
    snippet: { thumbnails: null },
    contentDetails: null,
    statistics: null,
  })
})

test.each(['PLprivate', 'PLunknown'])('%s is not found, whether it is private or unknown', async (playlistId) => {
  await expect(hostThat().host.playlist(playlistId, free)).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no such playlist, or it is private.',
  })
})

test('a playlist of whose title YouTube knows nothing is not found', async () => {
  const { host } = hostThat(() => ({ status: 200, body: { items: [] } }))

  await expect(host.playlist('PL', free)).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no such playlist, or it is private.',
  })
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

  const playlist = await host.playlist('PL', free)

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

test('a duplicate video keeps both places and is asked for once', async () => {
  const entry = { contentDetails: { videoId: 'a' } }
  const asked: (string | null)[] = []
  const { host } = hostThat((path, query) => {
    if (path === '/playlists') return { status: 200, body: { items: [{}] } }
    if (path === '/playlistItems') return { status: 200, body: { items: [entry, entry] } }
    asked.push(query.get('id'))
    return { status: 200, body: { items: [{ id: 'a', statistics: { viewCount: '7' } }] } }
  })

  const { items } = await host.playlist('PL', free)

  expect(items).toMatchObject([{ statistics: { viewCount: '7' } }, { statistics: { viewCount: '7' } }])
  expect(asked).toEqual(['a'])
})

test('an empty playlist has no entries, and nothing is asked about them', async () => {
  const { paths, host } = hostOf([])

  expect(await host.playlist('PL', free)).toEqual({ title: null, items: [] })
  expect(count(paths, '/videos')).toBe(0)
})

test('an entry without a video has no details, and nothing is asked about it', async () => {
  const { paths, host } = hostOf([{ snippet: { title: 'T' } }])

  expect((await host.playlist('PL', free)).items).toEqual([
    {
      id: null,
      snippet: { resourceId: null, title: 'T', thumbnails: null },
      contentDetails: null,
      statistics: null,
    },
  ])
  expect(count(paths, '/videos')).toBe(0)
})

test.each([
  ['a page of 51', Array.from({ length: 51 }, () => ({}))],
  ['a title that is a number', [{ snippet: { title: 1 } }]],
  ['an entry that is no object', ['entry']],
])('%s is a bad answer', async (_name, entries) => {
  await expect(hostOf(entries).host.playlist('PL', free)).rejects.toMatchObject({ code: 'provider_bad_answer' })
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
      .host.playlist('PL', free)
      .catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain(key)
  }
})
