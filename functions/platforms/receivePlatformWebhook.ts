import { alertBasisReader } from '../../shared/alerts/alertBasis.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import type { Write } from '../../shared/contract/write.ts'
import { providerUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { derivedId } from '../../shared/ids.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { log } from '../../shared/log.ts'
import {
  type LinkOwnerStore,
  linkOwnerStore,
  linkWrites,
  revokedCode,
} from '../../shared/platforms/accountLinkRepository.ts'
import { type AudienceMessage, audienceTaker } from '../../shared/platforms/audienceTaker.ts'
import { receivePlatformWebhook } from '../../shared/platforms/contract.ts'
import { type ChannelMessage, eventTaker } from '../../shared/platforms/eventTaker.ts'
import type { PlatformEvents, PlatformMessage } from '../../shared/platforms/platformEvents.ts'
import { type StreamEventRepository, streamEventRepository } from '../../shared/platforms/streamEventRepository.ts'
import { type StreamRepository, streamRepository } from '../../shared/platforms/streamRepository.ts'
import { kickEvents } from '../../shared/providers/kickEvents.ts'
import { manualEvents } from '../../shared/providers/manualEvents.ts'
import { twitchEvents } from '../../shared/providers/twitchEvents.ts'
import { platformSystems } from '../../shared/recipients/streamingPlatform.ts'
import { linkRepository } from '../../shared/recipients/tokenRepository.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'
import { systemClock } from '../../shared/time/clock.ts'

const systems: Readonly<Record<string, string>> = platformSystems

type Platforms = Readonly<Record<string, PlatformEvents>>

const note = (platform: string, requestId: string, code: string): void =>
  log('WARN', 'webhook', { operation: receivePlatformWebhook.id, requestId, code: `${platform}_${code}` })

const channelMessage = async (
  owners: LinkOwnerStore,
  platform: string,
  message: Extract<PlatformMessage, { kind: 'account' | 'recipient' }>,
): Promise<ChannelMessage | undefined> => {
  const { event } = message
  // Senders choose their ids, which may be longer than a key of DynamoDB.
  const messageId = derivedId('platformMessage', platform, message.messageId)
  if (message.kind === 'recipient')
    return { recipientId: message.recipientId, channel: message.channel, messageId, event }
  const recipientId = await owners.find(platform, message.accountId)
  return recipientId === undefined
    ? undefined
    : { recipientId, channel: `${platform}#${message.accountId}`, messageId, event }
}

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
    events: Pick<StreamEventRepository, 'creation'>,
    audience: (commit: (writes: readonly Write[]) => Promise<unknown>) => (message: AudienceMessage) => Promise<void>,
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
      note(platform, requestId, revokedCode)
      const { accountId, event, reason } = message
      return commit([sources.revocation(`${platform}#${accountId}`, event, reason)], '').catch(acknowledgeUnlinked)
    }
    if (message.kind === 'audience') {
      const recipientId = await owners.find(platform, message.accountId)
      const system = systems[platform] ?? platform
      const messageId = derivedId('platformMessage', platform, message.messageId)
      if (recipientId === undefined) note(platform, requestId, 'account_not_linked')
      else await audience((writes) => commit(writes, ''))({ recipientId, system, messageId, event: message.event })
      return ''
    }
    const taken = await channelMessage(owners, platform, message)
    if (taken === undefined) note(platform, requestId, 'account_not_linked')
    else await eventTaker(streams, events, (writes) => commit(writes, ''))(taken)
    return ''
  }

const tables = { history: tableName('history'), alerts: tableName('alerts'), recipients: tableName('recipients') }

export const handler = httpHandler(
  receivePlatformWebhook,
  handle(
    {
      twitch: twitchEvents(providerParameters(ssmClient, 'twitchEvents')),
      kick: kickEvents(providerUrl('kickEvents', 'api')),
      manual: manualEvents(providerParameters(ssmClient, 'manualEvents')),
    },
    linkOwnerStore(documentClient, tableName('accountLinks'), linkRepository(documentClient, tableName('tokens'))),
    linkWrites(tableName('accountLinks')),
    streamRepository(documentClient, tableName('streams')),
    streamEventRepository(documentClient, tableName('streamEvents')),
    (commit) =>
      audienceTaker(
        alertBasisReader(documentClient, { ...tables, configs: tableName('configs'), mayLevelsBeOld: true }),
        rateRepository(documentClient, tableName('rates')),
        tables,
        commit,
      ),
  ),
  commitTo(documentClient),
)
