import { contentsDeliveryWrite } from '../../shared/areas/alerts/delivery.ts'
import { sequenceAfter } from '../../shared/areas/alerts/sequences.ts'
import { mostVideosInMessage } from '../../shared/areas/media/rules.ts'
import type { VideoDescription, VideoHost } from '../../shared/areas/media/videoHost.ts'
import {
  basisFromItem,
  type Prepared,
  type Video,
  type VideoRepository,
  videoRepository,
} from '../../shared/areas/media/videoRepository.ts'
import { readyVideos } from '../../shared/areas/media/workers.ts'
import { TotalsChanged, totalsWrites } from '../../shared/areas/totals/totals.ts'
import { Problem } from '../../shared/contract/problem.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { providerParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { type PostponedStore, postponedStore } from '../../shared/mechanisms/store/postponedStore.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { batchHandler, type ConsumeBatch } from '../../shared/mechanisms/workers/batchHandler.ts'
import { batchThenEach } from '../../shared/mechanisms/workers/batchThenEach.ts'
import { youtubeVideos } from '../../shared/providers/youtubeVideos.ts'
import { parameterName, providerUrl, tableNames } from '../../shared/runtime/env.ts'
import { log } from '../../shared/runtime/log.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'

type Descriptions = ReadonlyMap<string, VideoDescription>

interface Ports {
  readonly tables: { readonly videos: string; readonly recipients: string; readonly deliveries: string }
  readonly videos: Pick<VideoRepository, 'findPrepared' | 'change'>
  readonly youtube: VideoHost
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly postponed: Pick<PostponedStore, 'postpone'>
  readonly clock?: Clock
}

/** YouTube's descriptions; empty when YouTube fails, because a paid request is played without a title too. */
const descriptionsOf = async (youtube: VideoHost, images: readonly Item[]): Promise<Descriptions> => {
  const ids = images.filter(({ provider }) => provider === 'youtube').map(({ originId }) => String(originId))
  if (ids.length === 0) return new Map()
  try {
    return await youtube.describe([...new Set(ids)])
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    log('WARN', 'videos without titles', { worker: readyVideos.id, code: error.code, count: ids.length })
    return new Map()
  }
}

const described = ({ prepared, ...basis }: Prepared, descriptions: Descriptions): Prepared => ({
  ...basis,
  prepared: prepared.map(({ video, test }) => {
    const { title = video.url, thumbnail = video.thumbnail } = descriptions.get(video.originId) ?? {}
    return { video: { ...video, title, thumbnail }, test }
  }),
})

const contentsOf = ({ id, provider, originId, url, title, thumbnail, system, owner, paymentId }: Video) => ({
  id,
  provider,
  originId,
  url,
  title,
  thumbnail,
  system,
  owner,
  paymentId,
})

/** One delivery for each group of videos, in order. Videos of test payments form their own groups. */
const mediaDeliveries = (table: string, recipientId: string, { prepared, totals }: Prepared, now: Date) => {
  const writes: Write[] = []
  let last = totals.lastDelivery
  for (const test of [false, true]) {
    const contents = prepared.filter((each) => each.test === test).map(({ video }) => contentsOf(video))
    for (let start = 0; start < contents.length; start += mostVideosInMessage) {
      const group = contents.slice(start, start + mostVideosInMessage)
      writes.push(contentsDeliveryWrite(table, { recipientId, after: last, kind: 'media', contents: group, test, now }))
      last = sequenceAfter(last)
    }
  }
  return { writes, totals: { deliveries: { from: totals.lastDelivery, last } } }
}

/** The writes that make prepared videos ready and deliver them to overlays. */
const readyWrites = (
  { tables, videos, clock = systemClock }: Ports,
  recipientId: string,
  found: Prepared,
): readonly Write[] => {
  const { prepared, listenedEpoch } = found
  const now = new Date(clock())
  const readyTimestamp = now.toISOString()
  const deliveries = mediaDeliveries(tables.deliveries, recipientId, found, now)
  return [
    ...prepared.map(({ video: { id, title, thumbnail } }) =>
      videos.change(recipientId, id, { readyTimestamp, listenedEpoch, title, thumbnail }),
    ),
    ...deliveries.writes,
    ...totalsWrites(tables.recipients, recipientId, { ...deliveries.totals, listenedEpoch }),
  ]
}

/**
 * Makes videos of one recipient ready in one transaction. Two round trips: the epoch and the last delivery come first.
 * When these have changed, the refusal shows what they are now; a video that has changed is refused too, and all are
 * read again.
 */
const makeReady = async (
  ports: Ports,
  recipientId: string,
  ids: readonly string[],
  descriptions: Descriptions,
): Promise<void> => {
  let found: Prepared | undefined
  await retryOnConflict(async (conflict) => {
    found =
      found !== undefined && conflict instanceof TotalsChanged
        ? { ...found, ...basisFromItem(conflict.found) }
        : await ports.videos.findPrepared(recipientId, ids)
    if (found.prepared.length > 0) await ports.apply(readyWrites(ports, recipientId, described(found, descriptions)))
  })
}

/** All titles of a batch in one call, then the videos of each recipient together, recipients at the same time. */
export const handle =
  (ports: Ports): ConsumeBatch =>
  async (records) => {
    const images = records.flatMap(({ newImage }) => (newImage === undefined ? [] : [newImage]))
    const descriptions = await descriptionsOf(ports.youtube, images)
    const byRecipient = Map.groupBy(records, ({ keys }) => String(keys['recipientId']))
    const failures = await Promise.all(
      [...byRecipient].map(([recipientId, own]) => {
        const videos = own.map((record) => ({ image: record.newImage ?? record.keys, records: [record] }))
        return batchThenEach(readyVideos, ports.postponed, videos, (some) => {
          const ids = some.map(({ image }) => String(image['id']))
          return makeReady(ports, recipientId, ids, descriptions)
        })
      }),
    )
    return failures.flat()
  }

const tables = tableNames('videos', 'recipients', 'deliveries')

export const handler = batchHandler(
  readyVideos,
  handle({
    tables,
    videos: videoRepository(documentClient),
    youtube: youtubeVideos({
      url: providerUrl('youtube', 'api'),
      parameters: providerParameters(ssmClient, 'youtube'),
      keyParameter: parameterName('youtube', 'youtube/api-key'),
    }),
    apply: applyOrThrow(documentClient),
    postponed: postponedStore(documentClient, { table: tables.videos, attribute: 'status', due: 'prepared' }),
  }),
)
