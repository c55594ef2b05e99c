import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { cached } from '../../shared/cached.ts'
import { providerUrl, tableName } from '../../shared/env.ts'
import { announcerRepository } from '../../shared/messenger/announcerRepository.ts'
import { channelWatcher } from '../../shared/platforms/channelWatcher.ts'
import { eventTaker } from '../../shared/platforms/eventTaker.ts'
import { streamEventRepository } from '../../shared/platforms/streamEventRepository.ts'
import { streamRepository } from '../../shared/platforms/streamRepository.ts'
import { watchedChannelRepository } from '../../shared/platforms/watchedChannelRepository.ts'
import { watchVkLive } from '../../shared/platforms/workers.ts'
import { vkLiveChannels } from '../../shared/providers/vkLiveChannels.ts'
import { linkRepository } from '../../shared/recipients/tokenRepository.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import { type Run, scheduleHandler } from '../../shared/workers/scheduleHandler.ts'

export const handle =
  (watch: ReturnType<typeof channelWatcher>): Run =>
  () =>
    watch()

/** A recipient's first announcer, or the loss of its last one, is noticed after this time at the latest. */
const announcersCachedMs = 5 * 60 * 1000

const links = linkRepository(documentClient, tableName('tokens'))

export const handler = scheduleHandler(
  watchVkLive,
  handle(
    channelWatcher({
      worker: watchVkLive.id,
      statuses: vkLiveChannels(providerUrl('vkLive', 'api'), providerParameters(ssmClient, 'vkLive')),
      channels: watchedChannelRepository(documentClient, tableName('watchedChannels')),
      hasAnnouncers: cached(
        announcersCachedMs,
        announcerRepository(documentClient, tableName('announcers')).hasEnabled,
      ),
      isLinkEnabled: (recipientId, channel) =>
        links.hasEnabled(recipientId, 'vkLive', channel.slice(channel.indexOf('#') + 1)),
      takeEvent: eventTaker(
        streamRepository(documentClient, tableName('streams')),
        streamEventRepository(documentClient, tableName('streamEvents')),
        applyOrThrow(documentClient),
      ),
    }),
  ),
)
