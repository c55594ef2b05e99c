import { listPlaylists } from '../../shared/areas/media/playlistContract.ts'
import { type PlaylistRepository, playlistRepository } from '../../shared/areas/media/playlistRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

export const handle =
  (playlists: Pick<PlaylistRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listPlaylists> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listPlaylists,
      query,
      cursorKey,
      sortable: ['id', 'title'],
      // Ids sort by age.
      byDefault: { property: 'id', ascending: false },
      read: () => playlists.list(recipientId),
    })

export const handler = memberHandler(
  listPlaylists,
  handle(playlistRepository(documentClient), cursorKeyFrom(kmsClient)),
)
