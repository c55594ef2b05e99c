import { listVideos } from '../../shared/areas/media/queueContract.ts'
import { type VideoLists, videoLists } from '../../shared/areas/media/videoLists.ts'
import { type Video, type VideoRepository, videoRepository } from '../../shared/areas/media/videoRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerPage } from '../../shared/mechanisms/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

const newestFirst = { property: 'id', ascending: false }

/** Two round trips: the present epoch decides which videos are ready. */
export const handle =
  (
    videos: Pick<VideoRepository, 'listenedEpoch'>,
    lists: VideoLists,
    cursorKey: CursorKey,
  ): Handle<typeof listVideos> =>
  ({ recipientId, member, query }) => {
    const { status } = query
    return answerPage<Video, string>({
      recipientId,
      member,
      operation: listVideos,
      query,
      sortable: [newestFirst.property],
      byDefault: newestFirst,
      cursorKey,
      find: async (slice, [{ ascending }]) => {
        const epoch = await videos.listenedEpoch(recipientId)
        return status === 'ready'
          ? lists.queue(recipientId, { epoch, ascending }, slice)
          : lists.all(recipientId, { status, epoch, ascending }, slice)
      },
    })
  }

export const handler = memberHandler(
  listVideos,
  handle(videoRepository(documentClient), videoLists(documentClient), cursorKeyFrom(kmsClient)),
)
