import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { keptBytes } from '../../shared/limits/keptBytes.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/limits/quotaRepository.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { createPlaylist } from '../../shared/media/playlistContract.ts'
import { type PlaylistRepository, playlistRepository } from '../../shared/media/playlistRepository.ts'
import { entityTag } from '../../shared/store/precondition.ts'

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

export const handler = httpHandler(
  createPlaylist,
  handle(playlistRepository(documentClient, tableName('playlists')), quotaRepository(tableName('quotas'))),
  commitTo(documentClient, { count: keptBytes(rateRepository(documentClient, tableName('rates'))) }),
)
