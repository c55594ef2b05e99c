import type * as z from 'zod/mini'
import type { HostedPlaylist, PlaylistHost } from '../areas/media/externalPlaylist.ts'
import { Problem } from '../contract/problem.ts'
import { type ProviderHttp, providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import {
  externalVideoFrom,
  fields,
  type PlaylistItem,
  PlaylistItemPage,
  PlaylistPage,
  pageSize,
  VideoPage,
  videoIdOf,
} from './youtubeAnswers.ts'
import { youtubeProblem } from './youtubeProblem.ts'

/** The most pages that are read of a playlist: YouTube allows 5,000 entries, 50 on each page. */
export const pageLimit = 100
/** Units for a page: its entries and their details. */
const pageUnits = 2
/** The most concurrent calls for details. */
const parallelCalls = 4

interface YoutubeSettings {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string
  readonly parameters: () => Promise<Parameters<'youtube'>>
  /** Full name of the SSM parameter with the API key. */
  readonly keyParameter: string
  readonly http?: ProviderHttp
}

type ListName = keyof typeof fields
type Items = readonly HostedPlaylist['items'][number][]

/**
 * Reads playlists by the YouTube Data API v3. Each call costs one of 10,000 units a day.
 *
 * @see https://developers.google.com/youtube/v3/docs
 */
export const youtube = (settings: YoutubeSettings): PlaylistHost => {
  const { url, parameters, keyParameter, http = providerHttp('YouTube') } = settings

  const list = async <Schema extends z.ZodMiniType>(
    name: ListName,
    query: Readonly<Record<string, string>>,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const { 'youtube/api-key': key } = await parameters()
    const search = new URLSearchParams({ ...query, fields: fields[name], key })
    const answer = await http.read({ url: `${url}/${name}?${search}` })
    if (answer.status === 200) return http.parse(answer, schema)
    throw youtubeProblem(answer, keyParameter) ?? http.problemFrom(answer)
  }

  const titleOf = async (playlistId: string): Promise<string | null> => {
    const { items } = await list('playlists', { part: 'snippet', id: playlistId }, PlaylistPage)
    const [playlist] = items
    // YouTube answers an unknown id with an empty list.
    if (playlist === undefined) throw new Problem('not_found', 'There is no such playlist, or it is private.')
    return playlist.snippet?.title ?? null
  }

  const pageOf = (playlistId: string, pageToken?: string) =>
    list(
      'playlistItems',
      {
        part: 'snippet,contentDetails',
        maxResults: String(pageSize),
        playlistId,
        ...(pageToken !== undefined && { pageToken }),
      },
      PlaylistItemPage,
    )

  const withDetails = async (items: readonly PlaylistItem[]): Promise<Items> => {
    const ids = [...new Set(items.flatMap((item) => videoIdOf(item) ?? []))]
    if (ids.length === 0) return items.map((item) => externalVideoFrom(item, undefined))
    const { items: found } = await list('videos', { part: 'contentDetails,statistics', id: ids.join(',') }, VideoPage)
    const byId = new Map(found.map((video) => [video.id, video]))
    return items.map((item) => externalVideoFrom(item, byId.get(videoIdOf(item) ?? '')))
  }

  return {
    playlist: async (playlistId, spend) => {
      await spend(1 + pageUnits)
      let paidPages = 1
      const pages: Promise<Items>[] = []
      const addPage = (entries: readonly PlaylistItem[]): void => {
        const items = withDetails(entries)
        // A failure is handled when the page is awaited; until then Node must not report it as unhandled.
        items.catch(() => undefined)
        pages.push(items)
      }
      const [title, first] = await Promise.all([titleOf(playlistId), pageOf(playlistId)])
      addPage(first.items)
      let { nextPageToken } = first
      const allPages = Math.min(pageLimit, Math.ceil((first.pageInfo?.totalResults ?? 0) / pageSize))
      // Each page names the next one, so pages are read one after another. Details of earlier pages are read meanwhile.
      while (nextPageToken !== undefined && pages.length < pageLimit) {
        if (paidPages === pages.length) {
          const more = Math.max(1, allPages - paidPages)
          await spend(more * pageUnits)
          paidPages += more
        }
        const page = await pageOf(playlistId, nextPageToken)
        await pages.at(-parallelCalls)
        addPage(page.items)
        nextPageToken = page.nextPageToken
      }
      return { title, items: (await Promise.all(pages)).flat() }
    },
  }
}
