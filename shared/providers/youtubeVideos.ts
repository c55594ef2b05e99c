import * as z from 'zod/mini'
import type { VideoDescription, VideoHost } from '../areas/media/videoHost.ts'
import { type ProviderHttp, providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { youtubeProblem } from './youtubeProblem.ts'

interface YoutubeVideosSettings {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string
  readonly parameters: () => Promise<Parameters<'youtube'>>
  /** Full name of the SSM parameter with the API key. */
  readonly keyParameter: string
  readonly http?: ProviderHttp
}

const Thumbnail = z.object({ url: z.optional(z.string()) })

const Videos = z.object({
  items: z._default(
    z.array(
      z.object({
        id: z.string(),
        snippet: z.optional(
          z.object({
            title: z.optional(z.string()),
            thumbnails: z.optional(z.object({ high: z.optional(Thumbnail), default: z.optional(Thumbnail) })),
          }),
        ),
      }),
    ),
    [],
  ),
})

const fields = 'items(id,snippet(title,thumbnails(high/url,default/url)))'

/** Ids of one call. */
const mostIds = 50

/**
 * Reads videos by `videos.list` of the YouTube Data API v3: one unit for each call of 50 ids.
 *
 * @see https://developers.google.com/youtube/v3/docs/videos/list
 */
export const youtubeVideos = (settings: YoutubeVideosSettings): VideoHost => {
  const { url, parameters, keyParameter, http = providerHttp('YouTube') } = settings
  const describeTogether = async (ids: readonly string[]): Promise<readonly [string, VideoDescription][]> => {
    const { 'youtube/api-key': key } = await parameters()
    const search = new URLSearchParams({ part: 'snippet', id: ids.join(','), fields, key })
    const answer = await http.read({ url: `${url}/videos?${search}` })
    if (answer.status !== 200) throw youtubeProblem(answer, keyParameter) ?? http.problemFrom(answer)
    return http
      .parse(answer, Videos)
      .items.map(({ id, snippet }) => [
        id,
        { title: snippet?.title, thumbnail: snippet?.thumbnails?.high?.url ?? snippet?.thumbnails?.default?.url },
      ])
  }
  return {
    describe: async (ids) => {
      const parts = Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, index) =>
        ids.slice(index * mostIds, (index + 1) * mostIds),
      )
      return new Map((await Promise.all(parts.map(describeTogether))).flat())
    },
  }
}
