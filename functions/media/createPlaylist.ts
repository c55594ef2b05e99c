import { createPlaylist } from '../../shared/areas/media/playlistContract.ts'
import { type PlaylistRepository, playlistRepository } from '../../shared/areas/media/playlistRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { replayBytes } from '../../shared/mechanisms/limits/replayBytes.ts'
import { entityTag } from '../../shared/mechanisms/store/precondition.ts'

export const handle =
  (
    playlists: Pick<PlaylistRepository, 'creation'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof createPlaylist> =>
  ({ recipientId, body }, commit) => {
    const { playlist, write, bytes } = playlists.creation(recipientId, body)
    return commit([write, ...quotas.growth(recipientId, 'playlists', { items: 1, bytes })], {
      body: playlist,
      headers: { etag: entityTag(playlist.revision) },
    })
  }

export const handler = memberHandler(
  createPlaylist,
  handle(playlistRepository(documentClient), quotaRepository()),
  commitTo(documentClient, { count: replayBytes(rateRepository(documentClient)) }),
)
