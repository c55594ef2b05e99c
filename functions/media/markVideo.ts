import { type HandledVideos, handledVideos } from '../../shared/areas/media/handledVideos.ts'
import { markVideo } from '../../shared/areas/media/queueContract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'

export const handle =
  (videos: Pick<HandledVideos, 'listening'>): Handle<typeof markVideo> =>
  ({ recipientId, body: { id } }, commit) =>
    commit([videos.listening(recipientId, id)], {})

export const handler = httpHandler(markVideo, handle(handledVideos()), commitTo(documentClient))
