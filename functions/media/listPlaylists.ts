import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { listPlaylists } from '../../shared/media/playlistContract.ts'
import { type PlaylistRepository, playlistRepository } from '../../shared/media/playlistRepository.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'

export const handle =
  (playlists: Pick<PlaylistRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listPlaylists> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listPlaylists,
      query,
      cursorKey,
      sortable: ['id', 'title'],
      // Ids sort by age.
      byDefault: { property: 'id', ascending: false },
      read: () => playlists.list(recipientId),
    })

export const handler = httpHandler(
  listPlaylists,
  handle(playlistRepository(documentClient, tableName('playlists')), cursorKeyFrom(kmsClient, keyArn('cursors'))),
)
