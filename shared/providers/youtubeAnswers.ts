import * as z from 'zod/mini'
import type { ExternalVideo } from '../areas/media/contract.ts'

/**
 * The members of YouTube's answers that are read. All are optional, because the documentation guarantees few. Other
 * members are ignored. https://developers.google.com/youtube/v3/docs
 */
const Text = z.optional(z.string())
/** The most resources on one page, and the most ids of one `videos.list`. */
export const pageSize = 50

const Thumbnail = z.object({ url: Text, width: z.optional(z.number()), height: z.optional(z.number()) })

const PlaylistItem = z.object({
  snippet: z.optional(
    z.object({
      title: Text,
      resourceId: z.optional(z.object({ kind: Text, videoId: Text })),
      thumbnails: z.optional(z.record(z.string(), Thumbnail)),
    }),
  ),
  contentDetails: z.optional(z.object({ videoId: Text })),
})

const VideoResource = z.object({
  id: z.string(),
  contentDetails: z.optional(
    z.object({
      duration: Text,
      regionRestriction: z.optional(z.object({ blocked: z.optional(z.array(z.string())) })),
      contentRating: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
    }),
  ),
  statistics: z.optional(z.object({ viewCount: Text })),
})

const page = <Resource extends z.ZodMiniType>(resource: Resource) =>
  z.object({ items: z._default(z.array(resource).check(z.maxLength(pageSize)), []), nextPageToken: Text })

export const PlaylistItemPage = z.extend(page(PlaylistItem), {
  pageInfo: z.optional(z.object({ totalResults: z.optional(z.number()) })),
})
export const VideoPage = page(VideoResource)
export const PlaylistPage = page(z.object({ snippet: z.optional(z.object({ title: Text })) }))

export type PlaylistItem = z.output<typeof PlaylistItem>
export type VideoResource = z.output<typeof VideoResource>

/** Google's parameter `fields`: only these members are sent. Descriptions alone would be half a megabyte a page. */
export const fields = {
  playlists: 'items/snippet/title',
  playlistItems:
    'nextPageToken,pageInfo/totalResults,items(snippet(title,resourceId(kind,videoId),thumbnails),contentDetails/videoId)',
  videos: 'items(id,contentDetails(duration,regionRestriction/blocked,contentRating),statistics/viewCount)',
} as const

const stringOrNull = (value: number | undefined): string | null => (value === undefined ? null : String(value))

const mapValues = <Value, Result>(
  record: Readonly<Record<string, Value>> | undefined,
  map: (value: Value) => Result,
): Record<string, Result> | null =>
  record === undefined ? null : Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/** A deleted or private video has an empty set of thumbnails, which is answered as null. */
const thumbnailsFrom = (thumbnails: Readonly<Record<string, z.output<typeof Thumbnail>>> = {}) =>
  Object.keys(thumbnails).length === 0
    ? null
    : mapValues(thumbnails, ({ url, width, height }) => ({
        url: url ?? null,
        width: stringOrNull(width),
        height: stringOrNull(height),
      }))

const snippetFrom = ({ title, resourceId, thumbnails }: NonNullable<PlaylistItem['snippet']>) => ({
  resourceId: resourceId === undefined ? null : { kind: resourceId.kind ?? null, videoId: resourceId.videoId ?? null },
  title: title ?? null,
  thumbnails: thumbnailsFrom(thumbnails),
})

const contentDetailsFrom = ({
  duration,
  regionRestriction,
  contentRating,
}: NonNullable<VideoResource['contentDetails']>) => ({
  duration: duration ?? null,
  // Some answers have `allowed` instead of `blocked`; the interface has no member for it.
  regionRestriction: regionRestriction === undefined ? null : { blocked: regionRestriction.blocked ?? null },
  contentRating: mapValues(contentRating, (rating) => (typeof rating === 'string' ? rating : rating.join(','))),
})

export const videoIdOf = ({ snippet, contentDetails }: PlaylistItem): string | undefined =>
  contentDetails?.videoId ?? snippet?.resourceId?.videoId

/** An entry of a playlist with the details of its video, which are missing when it is deleted or private. */
export const externalVideoFrom = (
  item: PlaylistItem,
  details: Omit<VideoResource, 'id'> | undefined,
): z.input<typeof ExternalVideo> => ({
  id: videoIdOf(item) ?? null,
  snippet: item.snippet === undefined ? null : snippetFrom(item.snippet),
  contentDetails: details?.contentDetails === undefined ? null : contentDetailsFrom(details.contentDetails),
  statistics: details?.statistics === undefined ? null : { viewCount: details.statistics.viewCount ?? null },
})
