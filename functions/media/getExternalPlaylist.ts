import { getExternalPlaylist } from '../../shared/areas/media/contract.ts'
import { type RememberedPlaylists, rememberedPlaylists } from '../../shared/areas/media/externalPlaylist.ts'
import { externalPlaylistStore } from '../../shared/areas/media/externalPlaylistStore.ts'
import { shuffled } from '../../shared/areas/media/rules.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { everyone } from '../../shared/mechanisms/limits/limits.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { fitting } from '../../shared/mechanisms/page/fitting.ts'
import { providerParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { youtube } from '../../shared/providers/youtube.ts'
import { systemChance } from '../../shared/runtime/chance.ts'
import { parameterName, providerUrl } from '../../shared/runtime/env.ts'

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

export const handler = memberHandler(
  getExternalPlaylist,
  handle(
    rememberedPlaylists(
      externalPlaylistStore(documentClient),
      youtube({
        url: providerUrl('youtube', 'api'),
        parameters: providerParameters(ssmClient, 'youtube'),
        keyParameter: parameterName('youtube', 'youtube/api-key'),
      }),
    ),
    rateRepository(documentClient),
  ),
)
