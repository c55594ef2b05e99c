import { deletePlaylist } from '../../shared/areas/media/playlistContract.ts'
import { type PlaylistRepository, playlistRepository } from '../../shared/areas/media/playlistRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'

/** Two round trips: the bytes that the playlist returns are read first; a change may replace them meanwhile. */
export const handle =
  (
    playlists: Pick<PlaylistRepository, 'countedBytes' | 'removal'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof deletePlaylist> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const bytes = await playlists.countedBytes(recipientId, id)
      if (bytes === undefined) throw unknownId('playlist')
      const growth = quotas.growth(recipientId, 'playlists', { items: -1, bytes: -bytes })
      return commit([playlists.removal(recipientId, id, bytes), ...growth], {})
    })

export const handler = memberHandler(
  deletePlaylist,
  handle(playlistRepository(documentClient), quotaRepository()),
  commitTo(documentClient),
)
