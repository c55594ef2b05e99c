import { contentsDeliveryWrite } from '../../shared/alerts/delivery.ts'
import { sequenceAfter } from '../../shared/alerts/sequences.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { Problem } from '../../shared/contract/problem.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { parameterName, providerUrl, tableName } from '../../shared/env.ts'
import { log } from '../../shared/log.ts'
import type { VideoDescription, VideoHost } from '../../shared/media/videoHost.ts'
import {
  basisFromItem,
  type Prepared,
  type Video,
  type VideoRepository,
  videoRepository,
} from '../../shared/media/videoRepository.ts'
import { readyVideos } from '../../shared/media/workers.ts'
import { youtubeVideos } from '../../shared/providers/youtubeVideos.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import { type PostponedStore, postponedStore } from '../../shared/store/postponedStore.ts'
import { retryOnConflict } from '../../shared/store/retryOnConflict.ts'
import { TotalsChanged, totalsWrites } from '../../shared/totals/totals.ts'
import { batchHandler, type ConsumeBatch, type Failure } from '../../shared/workers/batchHandler.ts'
import { type FailedItem, postponeFailed } from '../../shared/workers/postponeFailed.ts'

type Descriptions = ReadonlyMap<string, VideoDescription>

interface Ports {
  readonly tables: { readonly videos: string; readonly recipients: string; readonly deliveries: string }
  readonly videos: Pick<VideoRepository, 'findPrepared' | 'ready'>
  readonly youtube: VideoHost
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly postponed: Pick<PostponedStore, 'postpone'>
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

/** The writes that make a video ready and tell the overlays, behind the showing `after`. */
const readyWrites = (
  { tables, videos }: Ports,
  recipientId: string,
  { video, test }: { readonly video: Video; readonly test: boolean },
  descriptions: Descriptions,
  { after, listenedEpoch, now }: { readonly after: number; readonly listenedEpoch: string; readonly now: Date },
): readonly Write[] => {
  const { title = video.url, thumbnail = video.thumbnail } = descriptions.get(video.originId) ?? {}
  const { id, provider, originId, url, system, owner, paymentId } = video
  const contents = { id, provider, originId, url, title, thumbnail, system, owner, paymentId }
  return [
    videos.ready(recipientId, id, { readyTimestamp: now.toISOString(), listenedEpoch, title, thumbnail }),
    contentsDeliveryWrite(tables.deliveries, { recipientId, after, kind: 'media', contents, test, now }),
  ]
}

/**
 * Makes videos of one recipient ready in one transaction. Two round trips: the epoch and the last delivery come first. When these have
 * changed, the refusal shows what they are now; a video that has changed is refused too, and all are read again.
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
    const { prepared, totals, listenedEpoch } = found
    if (prepared.length === 0) return
    const now = new Date()
    let last = totals.lastDelivery
    const writes = prepared.flatMap((each) => {
      const after = last
      last = sequenceAfter(after)
      return readyWrites(ports, recipientId, each, descriptions, { after, listenedEpoch, now })
    })
    const change = { deliveries: { from: totals.lastDelivery, last }, listenedEpoch }
    await ports.apply([...writes, ...totalsWrites(ports.tables.recipients, recipientId, change)])
  })
}

/** What fails together is tried one by one, and left to the schedule. */
const makeReadyTogether = async (
  ports: Ports,
  recipientId: string,
  videos: readonly FailedItem[],
  descriptions: Descriptions,
): Promise<readonly Failure[]> => {
  try {
    const ids = videos.map(({ image }) => String(image['id']))
    await makeReady(ports, recipientId, ids, descriptions)
    return []
  } catch (error) {
    const isOutage = error instanceof Problem && error.code === 'store_unavailable'
    if (videos.length === 1 || isOutage) return postponeFailed(readyVideos, ports.postponed, videos, error)
    const failures: Failure[] = []
    for (const each of videos) failures.push(...(await makeReadyTogether(ports, recipientId, [each], descriptions)))
    return failures
  }
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
        return makeReadyTogether(ports, recipientId, videos, descriptions)
      }),
    )
    return failures.flat()
  }

const tables = {
  videos: tableName('videos'),
  recipients: tableName('recipients'),
  deliveries: tableName('deliveries'),
}

export const handler = batchHandler(
  readyVideos,
  handle({
    tables,
    videos: videoRepository(documentClient, tables),
    youtube: youtubeVideos({
      url: providerUrl('youtube', 'api'),
      parameters: providerParameters(ssmClient, 'youtube'),
      keyParameter: parameterName('youtube', 'youtube/api-key'),
    }),
    apply: applyOrThrow(documentClient),
    postponed: postponedStore(documentClient, { table: tables.videos, attribute: 'status', due: 'prepared' }),
  }),
)
