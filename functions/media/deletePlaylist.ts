import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/limits/quotaRepository.ts'
import { deletePlaylist } from '../../shared/media/playlists/contract.ts'
import { type PlaylistRepository, playlistRepository } from '../../shared/media/playlists/playlistRepository.ts'

/** Two round trips: the bytes that it gives back never change, but have to be known. */
export const handle =
  (
    playlists: Pick<PlaylistRepository, 'bytesOf' | 'removal'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof deletePlaylist> =>
  async ({ recipientId, body }, commit) => {
    const bytes = await playlists.bytesOf(recipientId, body.id)
    const growth = quotas.growth(recipientId, 'playlists', { items: -1, bytes: -bytes })
    return commit([playlists.removal(recipientId, body.id), ...growth], {})
  }

export const handler = httpHandler(
  deletePlaylist,
  handle(playlistRepository(documentClient, tableName('playlists')), quotaRepository(tableName('quotas'))),
  commitTo(documentClient),
)
