import { type HandledVideos, handledVideos } from '../../shared/areas/media/handledVideos.ts'
import { markVideo } from '../../shared/areas/media/queueContract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'

export const handle =
  (videos: Pick<HandledVideos, 'listening'>): Handle<typeof markVideo> =>
  ({ recipientId, body: { id } }, commit) =>
    commit([videos.listening(recipientId, id)], {})

export const handler = memberHandler(markVideo, handle(handledVideos()), commitTo(documentClient))
