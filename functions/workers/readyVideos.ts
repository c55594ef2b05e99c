import { contentsDeliveryWrite } from '../../shared/alerts/delivery.ts'
import { sequenceAfter } from '../../shared/alerts/sequences.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { Problem } from '../../shared/contract/problem.ts'
import type { Item, Write } from '../../shared/contract/write.ts'
import { parameterName, providerUrl, tableName } from '../../shared/env.ts'
import { log } from '../../shared/log.ts'
import type { VideoDescription, VideoHost } from '../../shared/media/videoHost.ts'
import { type VideoRepository, videoRepository } from '../../shared/media/videoRepository.ts'
import { readyVideos } from '../../shared/media/videoWorker.ts'
import { youtubeVideos } from '../../shared/providers/youtubeVideos.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'
import { committing } from '../../shared/store/commit.ts'
import { untilCurrent } from '../../shared/store/outdated.ts'
import { totalsWrites } from '../../shared/totals/totals.ts'
import { batchHandler, type ConsumeBatch, type Failure } from '../../shared/workers/batchHandler.ts'

type Descriptions = ReadonlyMap<string, VideoDescription>

interface Ports {
  readonly tables: { readonly videos: string; readonly recipients: string; readonly deliveries: string }
  readonly videos: Pick<VideoRepository, 'findPrepared' | 'ready'>
  readonly youtube: VideoHost
  readonly apply: (writes: readonly Write[]) => Promise<void>
}

/** What YouTube says; nothing when it cannot be asked, for a request that was paid is played without a title too. */
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

/** Makes one video ready and tells the overlays. Two round trips: the epoch and the place in the order of deliveries come first. */
const makeReady = ({ tables, videos, apply }: Ports, image: Item, descriptions: Descriptions): Promise<void> =>
  untilCurrent(async () => {
    const [recipientId, id] = [String(image['recipientId']), String(image['id'])]
    const found = await videos.findPrepared(recipientId, id)
    if (found === undefined) return
    const { video, test, totals, listenedEpoch } = found
    const now = new Date()
    const { title = video.url, thumbnail = video.thumbnail } = descriptions.get(video.originId) ?? {}
    const after = totals.lastDelivery
    const { provider, originId, url, system, owner, paymentId } = video
    const contents = { id, provider, originId, url, title, thumbnail, system, owner, paymentId }
    const readyTimestamp = now.toISOString()
    const [becoming] = videos.ready(recipientId, id, { readyTimestamp, listenedEpoch, title, thumbnail })
    await apply([
      becoming,
      contentsDeliveryWrite(tables.deliveries, { recipientId, after, kind: 'media', contents, test, now }),
      ...totalsWrites(tables.recipients, recipientId, {
        deliveries: { from: after, last: sequenceAfter(after) },
        listenedEpoch,
      }),
    ])
  })

/** All titles of a batch in one call, then one video after the other. */
export const handle =
  (ports: Ports): ConsumeBatch =>
  async (records) => {
    const images = records.flatMap((record) =>
      record.newImage === undefined ? [] : [{ record, image: record.newImage }],
    )
    const descriptions = await descriptionsOf(
      ports.youtube,
      images.map(({ image }) => image),
    )
    const failures: Failure[] = []
    for (const { record, image } of images) {
      try {
        await makeReady(ports, image, descriptions)
      } catch (error) {
        failures.push({ record, error })
      }
    }
    return failures
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
    apply: committing(documentClient),
  }),
)
