import { contentsDeliveryWrite } from '../../shared/areas/alerts/delivery.ts'
import { sequenceAfter } from '../../shared/areas/alerts/sequences.ts'
import { type HandledVideos, handledVideos, type Skippable } from '../../shared/areas/media/handledVideos.ts'
import { skipVideo } from '../../shared/areas/media/queueContract.ts'
import { type VideoRepository, videoRepository } from '../../shared/areas/media/videoRepository.ts'
import { totalsWrites } from '../../shared/areas/totals/totals.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import type { Write } from '../../shared/contract/write.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { tableNames } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

interface Tables {
  readonly recipients: string
  readonly deliveries: string
}

/** The writes that deliver the skip, unless the video has reached no player. */
const deliveryWrites = (
  tables: Tables,
  recipientId: string,
  { id, isDelivered, test, totals }: Skippable,
  now: Date,
): readonly Write[] => {
  if (!isDelivered) return []
  const after = totals.lastDelivery
  const contents = { id }
  return [
    contentsDeliveryWrite(tables.deliveries, { recipientId, after, kind: 'skip', contents, test, now }),
    ...totalsWrites(tables.recipients, recipientId, { deliveries: { from: after, last: sequenceAfter(after) } }),
  ]
}

/** Two round trips: the video's state and the last delivery come first. */
export const handle =
  (
    videos: Pick<VideoRepository, 'findSkippable'>,
    handled: Pick<HandledVideos, 'skipping'>,
    tables: Tables,
    clock = systemClock,
  ): Handle<typeof skipVideo> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const found = await videos.findSkippable(recipientId, id)
      if (found === undefined) throw unknownId('video')
      if (found.isSkipped) return commit([], {})
      return commit(
        [handled.skipping(recipientId, found), ...deliveryWrites(tables, recipientId, found, new Date(clock()))],
        {},
      )
    })

export const handler = memberHandler(
  skipVideo,
  handle(videoRepository(documentClient), handledVideos(), tableNames('recipients', 'deliveries')),
  commitTo(documentClient),
)
