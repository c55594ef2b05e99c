import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { listVideos } from '../../shared/media/queueContract.ts'
import { type VideoLists, videoLists } from '../../shared/media/videoLists.ts'
import { type Video, type VideoRepository, videoRepository } from '../../shared/media/videoRepository.ts'
import { answerPage } from '../../shared/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'

const newestFirst = { property: 'id', ascending: false }

/** Two round trips: the present epoch decides which videos are ready. */
export const handle =
  (
    videos: Pick<VideoRepository, 'listenedEpoch'>,
    lists: VideoLists,
    cursorKey: CursorKey,
  ): Handle<typeof listVideos> =>
  ({ recipientId, query }) => {
    const { status } = query
    return answerPage<Video, string>({
      recipientId,
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

const tables = { videos: tableName('videos'), recipients: tableName('recipients') }

export const handler = httpHandler(
  listVideos,
  handle(
    videoRepository(documentClient, tables),
    videoLists(documentClient, tables.videos),
    cursorKeyFrom(kmsClient, keyArn('cursors')),
  ),
)
