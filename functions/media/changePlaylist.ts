import { changePlaylist } from '../../shared/areas/media/playlistContract.ts'
import { type PlaylistRepository, playlistRepository } from '../../shared/areas/media/playlistRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { unknownId } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type QuotaRepository, quotaRepository } from '../../shared/mechanisms/limits/quotaRepository.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { replayBytes } from '../../shared/mechanisms/limits/replayBytes.ts'
import { commitChange } from '../../shared/mechanisms/store/precondition.ts'

export const handle =
  (
    playlists: Pick<PlaylistRepository, 'find' | 'change'>,
    quotas: Pick<QuotaRepository, 'growth'>,
  ): Handle<typeof changePlaylist> =>
  ({ recipientId, headers, body }, commit) => {
    const find = async () => {
      const found = await playlists.find(recipientId, body.id)
      if (found === undefined) throw unknownId('playlist')
      return found
    }
    return commitChange(
      {
        ifMatch: headers['if-match'],
        find,
        change: (found, revision) => {
          const { title = found.title, items = found.items } = body
          const entry = { ...found, title, items: [...items], revision }
          const { write, bytes } = playlists.change(recipientId, entry, found)
          return { entry, writes: [write, ...quotas.growth(recipientId, 'playlists', { bytes })] }
        },
      },
      commit,
    )
  }

export const handler = memberHandler(
  changePlaylist,
  handle(playlistRepository(documentClient), quotaRepository()),
  commitTo(documentClient, { count: replayBytes(rateRepository(documentClient)) }),
)
