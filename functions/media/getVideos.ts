import { getVideos } from '../../shared/areas/media/contract.ts'
import { type VideoRepository, videoRepository } from '../../shared/areas/media/videoRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'

export const handle =
  (videos: Pick<VideoRepository, 'find'>): Handle<typeof getVideos> =>
  async ({ recipientId, params: { ids } }) => {
    const found = await videos.find(recipientId, ids)
    if (ids.length > 1) return found
    const [video] = found
    if (video === undefined) throw new Problem('not_found', 'There is no such video.')
    return video
  }

export const handler = memberHandler(getVideos, handle(videoRepository(documentClient)))
