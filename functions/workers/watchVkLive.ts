import { endpointsFor } from '../../shared/areas/endpoints/subscriptions.ts'
import { announcerRepository } from '../../shared/areas/messenger/announcerRepository.ts'
import { channelWatcher } from '../../shared/areas/platforms/channelWatcher.ts'
import { recordChannelEvent } from '../../shared/areas/platforms/recordChannelEvent.ts'
import { streamEventRepository } from '../../shared/areas/platforms/streamEventRepository.ts'
import { streamRepository } from '../../shared/areas/platforms/streamRepository.ts'
import { watchedChannelRepository } from '../../shared/areas/platforms/watchedChannelRepository.ts'
import { watchVkLive } from '../../shared/areas/platforms/workers.ts'
import { linkRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import { totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
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

/** A recipient's first need of streams, or the loss of its last one, is noticed after this time at the latest. */
const needsCachedMs = 5 * 60 * 1000

const links = linkRepository(documentClient)
const announcers = announcerRepository(documentClient)
const totals = totalsRepository(documentClient)

const isInformed = async (recipientId: string): Promise<boolean> => {
  const { endpoints } = await totals.read(recipientId)
  return (['stream.started', 'stream.ended'] as const).some((type) => endpointsFor(endpoints, type).length > 0)
}

/** A donation service is asked more often while its recipient is on air. */
const needsStreams = async (recipientId: string): Promise<boolean> =>
  (await announcers.hasEnabled(recipientId)) || (await isInformed(recipientId)) || links.hasDonationService(recipientId)

export const handler = scheduleHandler(
  watchVkLive,
  handle(
    channelWatcher({
      worker: watchVkLive.id,
      statuses: vkLiveChannels(providerUrl('vkLive', 'api'), providerParameters(ssmClient, 'vkLive')),
      channels: watchedChannelRepository(documentClient),
      needsStreams: cached(needsCachedMs, needsStreams),
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
