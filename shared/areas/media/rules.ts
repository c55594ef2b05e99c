import type * as z from 'zod/mini'
import { systemChance } from '../../runtime/chance.ts'
import type { VideoProvider, VideoStatus } from './contract.ts'

/** Videos in one message: each takes less than a kilobyte of the 128 KB that a WebSocket API accepts. */
export const mostVideosInMessage = 20

/** A video that a donor may attach, identified by provider and the provider's own id. */
export interface VideoLink {
  readonly provider: z.output<typeof VideoProvider>
  readonly originId: string
  /** The one spelling of the video's address; start times, playlists and trackers are gone. */
  readonly url: string
  /** A preview image, if its address follows from the id; otherwise empty. */
  readonly thumbnail: string
}

/** Any name before `youtube.com`: `m`, `music`, `gaming`. */
const youtubeHost =
  /^(?:(?:[a-z0-9-]+\.)?youtube\.com|youtube-nocookie\.com|youtubekids\.com|youtube\.googleapis\.com)$/
const vkHost = /^(?:(?:m|new|vksport)\.)?(?:vk\.com|vk\.ru|vkvideo\.ru)$/

/** The two words of eleven letters are no ids: `embed/videoseries` is a playlist, `embed/live_stream` a channel. */
const youtubeId = /^(?!videoseries$|live_stream$)[A-Za-z0-9_-]{11}$/
const youtubePath = /^\/(?:shorts|live|embed|v|e)\/([^/]+)\/?$|^\/source\/([^/]+)\/shorts\/?$/
const youtubeWatch = /^\/(?:(?:watch|watch_popup|movie)(?:\.php)?\/?)?$/
/** Owner (negative for a community) and number. */
const vkId = /^-?\d{1,19}_\d{1,19}$/
const vkPath = /^\/(?:playlist\/[\w-]+\/)?(?:video|clip)(-?\d+_\d+)\/?$/
const vkOverlay = /^(?:video|clip)(-?\d+_\d+)(?:\/|$)/

/** The first `v` in the query or behind `#`, where `&`, `&amp;` and `;` separate. */
const watchedIdIn = ({ search, hash }: URL): string | undefined =>
  [search, hash].map((part) => /(?:^[?#]!?|[?&;])v=([^&;]*)/.exec(part)?.[1]).find((id) => id !== undefined)

/** A page that leads to a video: the consent of a first visit, and an attribution. */
const targetOf = ({ hostname, pathname, searchParams }: URL): URL | null => {
  if (hostname === 'consent.youtube.com') return URL.parse(searchParams.get('continue') ?? '')
  if (pathname !== '/attribution_link') return null
  return URL.parse(searchParams.get('u') ?? '', 'https://youtube.com')
}

const youtubeIdFrom = (url: URL): string | undefined => {
  const [, named, shared] = youtubePath.exec(url.pathname) ?? []
  return named ?? shared ?? (youtubeWatch.test(url.pathname) ? watchedIdIn(url) : undefined)
}

/** `/video-1_2`, `/any?z=video-1_2/…` (a player above another page), `/video_ext.php?oid=-1&id=2` (embedded). */
const vkIdFrom = ({ pathname, searchParams }: URL): string | undefined => {
  if (pathname === '/video_ext.php') return `${searchParams.get('oid')}_${searchParams.get('id')}`
  return (vkPath.exec(pathname) ?? vkOverlay.exec(searchParams.get('z') ?? ''))?.[1]
}

const youtubeLink = (id: string | undefined): VideoLink | undefined =>
  youtubeId.test(id ?? '')
    ? {
        provider: 'youtube',
        originId: `${id}`,
        url: `https://www.youtube.com/watch?v=${id}`,
        thumbnail: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
      }
    : undefined

const vkLink = (id: string | undefined): VideoLink | undefined =>
  vkId.test(id ?? '')
    ? { provider: 'vk', originId: `${id}`, url: `https://vk.com/video${id}`, thumbnail: '' }
    : undefined

/** The video of a link; undefined for links that donors may not attach. */
export const videoLinkFrom = (link: string): VideoLink | undefined => {
  const url = URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  const host = url.hostname.replace(/^www\./, '')
  if (host === 'youtu.be') return youtubeLink(url.pathname.slice(1).replace(/\/$/, ''))
  if (youtubeHost.test(host)) {
    const target = targetOf(url) ?? url
    return youtubeHost.test(target.hostname.replace(/^www\./, '')) ? youtubeLink(youtubeIdFrom(target)) : undefined
  }
  return vkHost.test(host) ? vkLink(vkIdFrom(url)) : undefined
}

/** Whether a video still has to become ready. `postponed`, after a failure, is an internal state. */
export const isPrepared = (status: unknown): boolean => status === 'prepared' || status === 'postponed'

/** A video's position in the queue: the recipient's `listenedEpoch` when it became ready, and its id. */
export const queuePosition = (listenedEpoch: string, id: string): string => `${listenedEpoch}#${id}`

export interface Readiness {
  readonly status: z.output<typeof VideoStatus> | 'postponed'
  /** Its position in the queue, until it is handled by itself. */
  readonly queued?: string | undefined
}

/** Marking all media as listened gives a new epoch: videos of earlier ones are handled without writes. */
export const effectiveStatus = ({ status, queued }: Readiness, listenedEpoch: string): z.output<typeof VideoStatus> => {
  if (isPrepared(status)) return 'prepared'
  return status === 'ready' && queued?.startsWith(queuePosition(listenedEpoch, '')) ? 'ready' : 'handled'
}

/** The items in random order, each order as likely as any other (Fisher–Yates). */
export const shuffled = <Item>(items: readonly Item[], chance = systemChance): Item[] => {
  const result: Item[] = []
  for (const [index, item] of items.entries()) {
    const position = Math.floor(chance() * (index + 1))
    const displaced = result[position]
    if (displaced === undefined) result.push(item)
    else {
      result.push(displaced)
      result[position] = item
    }
  }
  return result
}
