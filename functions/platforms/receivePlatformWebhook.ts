import {
  type LinkOwnerStore,
  linkOwnerStore,
  linkWrites,
  revokedCode,
} from '../../shared/areas/platforms/accountLinkRepository.ts'
import { quietFollow, type WaitingEvent, waitingEvent } from '../../shared/areas/platforms/audienceOutbox.ts'
import { receivePlatformWebhook } from '../../shared/areas/platforms/contract.ts'
import type { PlatformEvents } from '../../shared/areas/platforms/platformEvents.ts'
import { recordChannelEvent } from '../../shared/areas/platforms/recordChannelEvent.ts'
import {
  KnownFollower,
  type StreamEventRepository,
  streamEventRepository,
} from '../../shared/areas/platforms/streamEventRepository.ts'
import { type StreamRepository, streamRepository } from '../../shared/areas/platforms/streamRepository.ts'
import { platformSystems } from '../../shared/areas/recipients/streamingPlatform.ts'
import { linkRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { providerParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { RepeatedEvent } from '../../shared/mechanisms/webhooks/webhook.ts'
import { kickEvents } from '../../shared/providers/kickEvents.ts'
import { manualEvents } from '../../shared/providers/manualEvents.ts'
import { twitchEvents } from '../../shared/providers/twitchEvents.ts'
import { providerUrl } from '../../shared/runtime/env.ts'
import { derivedId } from '../../shared/runtime/ids.ts'
import { log } from '../../shared/runtime/log.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

const systems: Readonly<Record<string, string>> = platformSystems

/** An event that waits already is not taken twice. */
const acknowledgeRepeated = (error: unknown): string => {
  if (error instanceof RepeatedEvent) return ''
  throw error
}

type Platforms = Readonly<Record<string, PlatformEvents>>

const logCode = (platform: string, requestId: string, code: string): void =>
  log('WARN', 'webhook', { operation: receivePlatformWebhook.id, requestId, code: `${platform}_${code}` })

/** The end of a subscription is as good for an account that was unlinked. */
const acknowledgeUnlinked = (error: unknown): string => {
  if (error instanceof Problem && error.code === 'not_found') return ''
  throw error
}

export const handle =
  (
    platforms: Platforms,
    owners: LinkOwnerStore,
    sources: ReturnType<typeof linkWrites>,
    streams: Pick<StreamRepository, 'find' | 'change'>,
    events: Pick<StreamEventRepository, 'creation' | 'followCreation'>,
    clock = systemClock,
  ): Handle<typeof receivePlatformWebhook> =>
  async ({ params: { platform }, headers, rawBody, requestId }, commit) => {
    const adapter = Object.hasOwn(platforms, platform) ? platforms[platform] : undefined
    if (adapter === undefined) throw new Problem('not_found', 'There is no such platform.')
    const message = await adapter.read({ rawBody, headers, receivedAt: new Date(clock()) })
    if (message.kind === 'unused') return ''
    if (message.kind === 'challenge')
      return commit([sources.activation(`${platform}#${message.accountId}`, [message.event])], message.text)
    if (message.kind === 'revoked') {
      logCode(platform, requestId, revokedCode)
      const { accountId, event, reason } = message
      return commit([sources.revocation(`${platform}#${accountId}`, event, reason)], '').catch(acknowledgeUnlinked)
    }
    const recipientId =
      message.kind === 'recipient' ? message.recipientId : await owners.find(platform, message.accountId)
    if (recipientId === undefined) {
      logCode(platform, requestId, 'account_not_linked')
      return ''
    }
    // Senders choose their ids, which may be longer than a key of DynamoDB.
    const messageId = derivedId('platformMessage', platform, message.messageId)
    if (message.kind === 'audience') {
      const system = systems[platform] ?? platform
      const account = `${platform}#${message.accountId}`
      const waiting = waitingEvent({ recipientId, account, system, messageId, takenAt: clock() }, message.event)
      const keep = (event: WaitingEvent) => commit([events.creation(recipientId, event)], '')
      const isFollow = waiting.originId !== undefined
      const kept = isFollow ? commit([events.followCreation(recipientId, waiting)], '') : keep(waiting)
      return kept
        .catch((error: unknown) => {
          if (error instanceof KnownFollower) return keep(quietFollow(waiting))
          throw error
        })
        .catch(acknowledgeRepeated)
    }
    const channel = message.kind === 'recipient' ? message.channel : `${platform}#${message.accountId}`
    await recordChannelEvent(streams, events, (writes) => commit(writes, ''))({
      recipientId,
      channel,
      messageId,
      event: message.event,
    })
    return ''
  }

export const handler = httpHandler(
  receivePlatformWebhook,
  handle(
    {
      twitch: twitchEvents(providerParameters(ssmClient, 'twitchEvents')),
      kick: kickEvents(providerUrl('kickEvents', 'api')),
      manual: manualEvents(providerParameters(ssmClient, 'manualEvents')),
    },
    linkOwnerStore(documentClient, linkRepository(documentClient)),
    linkWrites(),
    streamRepository(documentClient),
    streamEventRepository(documentClient),
  ),
  commitTo(documentClient),
)
