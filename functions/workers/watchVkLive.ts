import { announcerRepository } from '../../shared/areas/messenger/announcerRepository.ts'
import { channelWatcher } from '../../shared/areas/platforms/channelWatcher.ts'
import { recordChannelEvent } from '../../shared/areas/platforms/recordChannelEvent.ts'
import { streamEventRepository } from '../../shared/areas/platforms/streamEventRepository.ts'
import { streamRepository } from '../../shared/areas/platforms/streamRepository.ts'
import { watchedChannelRepository } from '../../shared/areas/platforms/watchedChannelRepository.ts'
import { watchVkLive } from '../../shared/areas/platforms/workers.ts'
import { linkRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { providerParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { type Run, scheduleHandler } from '../../shared/mechanisms/workers/scheduleHandler.ts'
import { vkLiveChannels } from '../../shared/providers/vkLiveChannels.ts'
import { cached } from '../../shared/runtime/cached.ts'
import { providerUrl } from '../../shared/runtime/env.ts'

export const handle =
  (watch: ReturnType<typeof channelWatcher>): Run =>
  () =>
    watch()

/** A recipient's first announcer, or the loss of its last one, is noticed after this time at the latest. */
const announcersCachedMs = 5 * 60 * 1000

const links = linkRepository(documentClient)

export const handler = scheduleHandler(
  watchVkLive,
  handle(
    channelWatcher({
      worker: watchVkLive.id,
      statuses: vkLiveChannels(providerUrl('vkLive', 'api'), providerParameters(ssmClient, 'vkLive')),
      channels: watchedChannelRepository(documentClient),
      hasAnnouncers: cached(announcersCachedMs, announcerRepository(documentClient).hasEnabled),
      isLinkEnabled: (recipientId, channel) =>
        links.hasEnabled(recipientId, 'vkLive', channel.slice(channel.indexOf('#') + 1)),
      recordEvent: recordChannelEvent(
        streamRepository(documentClient),
        streamEventRepository(documentClient),
        applyOrThrow(documentClient),
      ),
    }),
  ),
)
