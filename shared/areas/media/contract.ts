import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { milliseconds } from '../../runtime/time/duration.ts'

/** Ids that one call may ask for. */
const idLimit = 50
const longestId = 64

export const playlistCachedMs = 10 * 60 * 1000

const Text = z.nullable(z.string())

const Thumbnail = z.object({ url: Text, width: Text, height: Text })

const Snippet = z.object({
  resourceId: z.nullable(z.object({ kind: Text, videoId: Text })),
  title: Text,
  thumbnails: z.nullable(z.record(z.string(), Thumbnail)),
})

const ContentDetails = z.object({
  duration: Text,
  regionRestriction: z.nullable(z.object({ blocked: z.nullable(z.array(z.string())) })),
  contentRating: z.nullable(z.record(z.string(), z.string())),
})

/** A video as its provider describes it (specification, "Video (external form)"): every field is nullable. */
export const ExternalVideo = z
  .object({
    id: Text,
    snippet: z.nullable(Snippet),
    contentDetails: z.nullable(ContentDetails),
    statistics: z.nullable(z.object({ viewCount: Text })),
  })
  .register(z.globalRegistry, { id: 'ExternalVideo' })

/** A playlist at an external provider (specification, "Playlist"). */
export const ExternalPlaylist = z
  .object({ title: Text, items: z.nullable(z.array(ExternalVideo)) })
  .register(z.globalRegistry, { id: 'ExternalPlaylist' })

export const VideoStatus = z.enum(['prepared', 'ready', 'handled'])
export const VideoProvider = z.enum(['youtube', 'vk'])

/**
 * A stored video (specification, "Video record"). `readyTimestamp` is absent until it is ready, `paymentId` where no
 * payment asked for it.
 */
export const StoredVideo = z
  .object({
    id: z.string(),
    system: z.string(),
    originId: z.string(),
    provider: VideoProvider,
    url: z.string(),
    title: z.string(),
    thumbnail: z.string(),
    status: VideoStatus,
    owner: z.string(),
    recipientId: z.string(),
    readyTimestamp: z.optional(z.iso.datetime()),
    paymentId: z.optional(z.string()),
    /** Asked for by a test payment. */
    test: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'StoredVideo' })

const idsFrom = (ids: string): readonly string[] => ids.split(',').filter((id) => id !== '')

/** `a,b,c` → its ids, in their order, without empty ones. */
const VideoIds = z.pipe(
  z.string().check(
    z.refine((ids) => idsFrom(ids).length <= idLimit, {
      error: `Too many ids: one call may ask for ${idLimit}`,
      ...violates('too_many', { maximum: idLimit }),
    }),
    z.refine((ids) => idsFrom(ids).length > 0 && idsFrom(ids).every((id) => id.length <= longestId), {
      error: `Invalid ids: expected ids of 1 to ${longestId} characters with commas between them`,
      ...violates('format'),
    }),
    z.meta({ description: `up to ${idLimit} video ids, separated by commas` }),
  ),
  z.transform(idsFrom),
)

const externalVideoExample = {
  id: 'dQw4w9WgXcQ',
  snippet: {
    resourceId: { kind: 'youtube#video', videoId: 'dQw4w9WgXcQ' },
    title: 'A song',
    thumbnails: { default: { url: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/default.jpg', width: '120', height: '90' } },
  },
  contentDetails: { duration: 'PT3M33S', regionRestriction: { blocked: ['DE'] }, contentRating: {} },
  statistics: { viewCount: '1000' },
}

const deletedVideoExample = {
  id: 'xvFZjo5PgG0',
  snippet: {
    resourceId: { kind: 'youtube#video', videoId: 'xvFZjo5PgG0' },
    title: 'Deleted video',
    thumbnails: null,
  },
  contentDetails: null,
  statistics: null,
}

export const videoExample = {
  id: '019b76da-a800-8000-8000-000000000001',
  system: 'Stripe',
  originId: 'dQw4w9WgXcQ',
  provider: 'youtube' as const,
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  title: 'A song',
  thumbnail: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
  status: 'ready' as const,
  owner: 'A channel',
  recipientId: '019b76da-a800-7000-8000-000000000002',
  readyTimestamp: '2026-01-01T00:00:00.000Z',
  paymentId: '019b76da-a800-8000-8000-000000000003',
  test: false,
}

export const getExternalPlaylist = operation({
  id: 'getExternalPlaylist',
  area: 'media',
  role: 'editor',
  method: 'GET',
  path: '/media/playlists/{playlistId}',
  summary: 'A playlist of the external video host, shuffled',
  description: [
    'Every entry of the playlist, in a new random order at every call. A deleted or private video keeps its entry, with null for unknown members.',
    `The video host’s answer is cached for ${milliseconds(playlistCachedMs)}.`,
    'A call that finds no cached answer costs units of the host’s quota: one for the title and two for each 50 entries. A caller has 250 units a day, and shares 4,000 more with all callers. Of a playlist with more than 5,000 entries, the first 5,000 are read. If an answer would exceed 6 MB, it contains as many entries as fit, chosen at random.',
  ].join(' '),
  params: { playlistId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) },
  success: { body: ExternalPlaylist },
  problems: [
    'not_found',
    'rate_limited',
    'provider_bad_answer',
    'provider_unavailable',
    'provider_not_configured',
    'provider_quota_exceeded',
    'provider_timeout',
  ],
  access: { externalPlaylists: ['Query', 'PutItem'], rates: ['UpdateItem'] },
  providers: ['youtube'],
  // A hundred pages one after another; the gateway gives up after 30 seconds.
  timeoutSeconds: 29,
  examples: [
    {
      name: 'a song and a deleted one',
      params: { playlistId: 'PLdemo' },
      answer: { title: 'Demo playlist', items: [externalVideoExample, deletedVideoExample] },
    },
  ],
})

export const markAllListened = operation({
  id: 'markAllListened',
  area: 'media',
  role: 'editor',
  method: 'POST',
  path: '/media/commands/mark-all-listened',
  summary: 'Mark all media as listened',
  description: 'Every `ready` video of the caller becomes `handled`.',
  body: z.object({}),
  success: { body: Empty },
  problems: [],
  access: { recipients: ['UpdateItem'] },
  examples: [{ name: 'all', body: {}, answer: {} }],
})

export const getVideos = operation({
  id: 'getVideos',
  area: 'media',
  role: 'editor',
  method: 'GET',
  path: '/media/video/{ids}',
  summary: 'Stored videos by their ids',
  description:
    'One id returns its record or 404; several ids return an array in the requested order. A repeated id is returned twice, and unknown ids are left out.',
  params: { ids: VideoIds },
  success: { body: z.union([StoredVideo, z.array(StoredVideo)]) },
  problems: ['not_found'],
  access: { videos: ['BatchGetItem'], recipients: ['BatchGetItem'] },
  examples: [
    { name: 'one', params: { ids: videoExample.id }, answer: videoExample },
    { name: 'several', params: { ids: `${videoExample.id},unknown` }, answer: [videoExample] },
  ],
})
