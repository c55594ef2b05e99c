import { notFound, type SandboxRequest, type SandboxResponse, type StandIn } from './standIn.ts'
import { type CataloguePlaylist, type CatalogueVideo, publicPlaylists } from './youtubeCatalogue.ts'
import { selectFields } from './youtubeFields.ts'

const bases = { YOUTUBE_API_URL: 'www.googleapis.com/youtube/v3' } as const
const apiKey = 'sandbox-youtube-key'
/** Reading this playlist fails, because the day's quota is used up. */
const quotaPlaylist = 'PLquota'
const defaultResults = 5
const mostResults = 50

const failure = (status: number, domain: string, reason: string, message: string, more = {}): SandboxResponse => ({
  status,
  body: { error: { code: status, message, errors: [{ message, domain, reason }], ...more } },
})

const keyInvalid = failure(400, 'usageLimits', 'keyInvalid', 'API key not valid. Please pass a valid API key.', {
  status: 'INVALID_ARGUMENT',
  details: [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
  ],
})
const keyMissing = failure(403, 'global', 'forbidden', "Method doesn't allow unregistered callers.", {
  status: 'PERMISSION_DENIED',
})
const quotaExceeded = failure(
  403,
  'youtube.quota',
  'quotaExceeded',
  'The request cannot be completed because you have exceeded your quota.',
)
const playlistNotFound = failure(
  404,
  'youtube.playlistItem',
  'playlistNotFound',
  "The playlist identified with the request's <code>playlistId</code> parameter cannot be found.",
)
const invalid = (reason: string) => failure(400, 'youtube.parameter', reason, 'The request is not valid.')

const thumbnailSizes = { default: [120, 90], medium: [320, 180], high: [480, 360], standard: [640, 480] } as const

const thumbnailsOf = ({ id, availability }: CatalogueVideo) =>
  availability === 'public'
    ? Object.fromEntries(
        Object.entries(thumbnailSizes).map(([name, [width, height]]) => [
          name,
          { url: `https://i.ytimg.com/vi/${id}/${name}.jpg`, width, height },
        ]),
      )
    : {}

const titles = { deleted: 'Deleted video', private: 'Private video' } as const
const descriptions = { deleted: 'This video is unavailable.', private: 'This video is private.' } as const

const snippetOf = (video: CatalogueVideo, playlistId: string, position: number) => {
  const { id, availability, title } = video
  return {
    publishedAt: '2025-01-01T00:00:00Z',
    channelId: 'UCsandboxsandboxsandbox0',
    title: availability === 'public' ? title : titles[availability],
    description: availability === 'public' ? 'A song of the sandbox. '.repeat(20) : descriptions[availability],
    thumbnails: thumbnailsOf(video),
    channelTitle: 'Sandbox channel',
    playlistId,
    position,
    resourceId: { kind: 'youtube#video', videoId: id },
  }
}

/** The requested parts of a resource, and those that every answer has. */
const resource = (kind: string, id: string, parts: Readonly<Record<string, unknown>>, asked: readonly string[]) => ({
  kind: `youtube#${kind}`,
  etag: `etag-${id}`,
  id,
  ...Object.fromEntries(Object.entries(parts).filter(([part]) => asked.includes(part))),
})

const listOf = (kind: string, items: readonly unknown[], totalResults: number, more = {}): SandboxResponse => ({
  status: 200,
  body: {
    kind: `youtube#${kind}ListResponse`,
    etag: 'etag-list',
    ...more,
    items,
    pageInfo: { totalResults, resultsPerPage: items.length },
  },
})

/** Page tokens are opaque, and wrap an offset. */
const tokenOf = (offset: number) => Buffer.from(`page:${offset}`).toString('base64url')
const offsetOf = (token: string | null): number =>
  token === null ? 0 : Number(/^page:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1] ?? Number.NaN)

type Playlists = Readonly<Record<string, CataloguePlaylist>>

const listPlaylists = (playlists: Playlists, query: URLSearchParams, parts: readonly string[]): SandboxResponse => {
  const ids = query.get('id')?.split(',')
  if (ids === undefined) return invalid('missingRequiredParameter')
  if (ids.includes(quotaPlaylist)) return quotaExceeded
  const items = ids.flatMap((id) => {
    const playlist = Object.hasOwn(playlists, id) ? playlists[id] : undefined
    return playlist === undefined ? [] : [resource('playlist', id, { snippet: { title: playlist.title } }, parts)]
  })
  return listOf('playlist', items, items.length)
}

const listPlaylistItems = (playlists: Playlists, query: URLSearchParams, parts: readonly string[]): SandboxResponse => {
  const playlistId = query.get('playlistId')
  const size = Number(query.get('maxResults') ?? defaultResults)
  const offset = offsetOf(query.get('pageToken'))
  if (playlistId === null) return invalid('missingRequiredParameter')
  if (!Number.isInteger(size) || size < 0 || size > mostResults) return invalid('invalidParameter')
  if (Number.isNaN(offset)) return invalid('invalidPageToken')
  if (playlistId === quotaPlaylist) return quotaExceeded
  const playlist = Object.hasOwn(playlists, playlistId) ? playlists[playlistId] : undefined
  if (playlist === undefined) return playlistNotFound
  const { videos } = playlist
  const items = videos.slice(offset, offset + size).map((video, index) => {
    const snippet = snippetOf(video, playlistId, offset + index)
    return resource(
      'playlistItem',
      `${playlistId}.${offset + index}`,
      { snippet, contentDetails: { videoId: video.id } },
      parts,
    )
  })
  const end = offset + items.length
  return listOf('playlistItem', items, videos.length, {
    ...(end < videos.length && { nextPageToken: tokenOf(end) }),
    ...(offset > 0 && { prevPageToken: tokenOf(Math.max(0, offset - size)) }),
  })
}

const listVideos = (playlists: Playlists, query: URLSearchParams, parts: readonly string[]): SandboxResponse => {
  const ids = query.get('id')?.split(',')
  if (ids === undefined) return invalid('missingRequiredParameter')
  if (ids.length > mostResults) return invalid('invalidFilters')
  const videos = Object.values(playlists).flatMap((playlist) => playlist.videos)
  const items = videos
    .filter(({ id, availability }) => ids.includes(id) && availability === 'public')
    .map((video) => {
      const { id, title, contentDetails, statistics } = video
      const snippet = { title, channelTitle: 'Sandbox channel', thumbnails: thumbnailsOf(video) }
      return resource('video', id, { snippet, contentDetails, statistics }, parts)
    })
  return listOf('video', items, items.length)
}

const lists = { '/playlists': listPlaylists, '/playlistItems': listPlaylistItems, '/videos': listVideos } as const

/**
 * The YouTube Data API v3, as far as the service calls it: `PLdemo` can be read, `PLquota` fails because the quota is used up, and all other
 * playlists are private or do not exist, which cannot be distinguished. https://developers.google.com/youtube/v3/docs
 */
export const createYoutube = (playlists: Playlists = publicPlaylists): StandIn => ({
  bases,
  parameters: { 'youtube/api-key': apiKey },
  answer: ({ method, path, query }: SandboxRequest) => {
    const list = Object.entries(lists).find(([listPath]) => listPath === path)?.[1]
    if (list === undefined || method !== 'GET') return notFound
    const key = query.get('key')
    if (key !== apiKey) return key === null ? keyMissing : keyInvalid
    const parts = query.get('part')?.split(',')
    if (parts === undefined) return invalid('missingRequiredParameter')
    const answer = list(playlists, query, parts)
    const fields = query.get('fields')
    if (fields === null || answer.status !== 200) return answer
    const body = selectFields(answer.body, fields)
    return body === undefined ? invalid('invalidParameter') : { ...answer, body }
  },
})
