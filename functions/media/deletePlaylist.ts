import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { deletePlaylist } from '../../shared/media/playlists/contract.ts'
import { type PlaylistRepository, playlistRepository } from '../../shared/media/playlists/playlistRepository.ts'

export const handle =
  (playlists: Pick<PlaylistRepository, 'removal'>): Handle<typeof deletePlaylist> =>
  ({ recipientId, body }, commit) =>
    commit([playlists.removal(recipientId, body.id)], {})

export const handler = httpHandler(
  deletePlaylist,
  handle(playlistRepository(documentClient, tableName('playlists'))),
  commitTo(documentClient),
)
