import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { systemChance } from '../../shared/chance.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { parameterName, providerUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { everyone } from '../../shared/limits/limits.ts'
import { type RateRepository, rateRepository } from '../../shared/limits/rateRepository.ts'
import { getExternalPlaylist } from '../../shared/media/contract.ts'
import { type RememberedPlaylists, rememberedPlaylists } from '../../shared/media/externalPlaylist.ts'
import { externalPlaylistStore } from '../../shared/media/externalPlaylistStore.ts'
import { shuffled } from '../../shared/media/rules.ts'
import { fitting } from '../../shared/page/fitting.ts'
import { youtube } from '../../shared/providers/youtube.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'

/** The most bytes of entries in an answer: Lambda allows 6,291,556 bytes, envelope and headers included. */
const entriesLimitBytes = 6_200_000

export const handle =
  (
    playlists: RememberedPlaylists,
    rates: Pick<RateRepository, 'spend'>,
    chance = systemChance,
  ): Handle<typeof getExternalPlaylist> =>
  async ({ recipientId, params: { playlistId } }) => {
    const spend = (units: number) =>
      rates.spend(recipientId, 'externalPlaylists', units).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error
        return rates.spend(everyone, 'sharedPlaylists', units)
      })
    const { title, items } = await playlists.playlist(playlistId, spend)
    return { title, items: [...fitting(shuffled(items, chance), entriesLimitBytes)] }
  }

export const handler = httpHandler(
  getExternalPlaylist,
  handle(
    rememberedPlaylists(
      externalPlaylistStore(documentClient, tableName('externalPlaylists')),
      youtube({
        url: providerUrl('youtube', 'api'),
        parameters: providerParameters(ssmClient, 'youtube'),
        keyParameter: parameterName('youtube', 'youtube/api-key'),
      }),
    ),
    rateRepository(documentClient, tableName('rates')),
  ),
)
