import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type HandledVideos, handledVideos } from '../../shared/media/handledVideos.ts'
import { markVideo } from '../../shared/media/queueContract.ts'

export const handle =
  (videos: Pick<HandledVideos, 'listening'>): Handle<typeof markVideo> =>
  ({ recipientId, body: { id } }, commit) =>
    commit([videos.listening(recipientId, id)], {})

export const handler = httpHandler(markVideo, handle(handledVideos(tableName('videos'))), commitTo(documentClient))
