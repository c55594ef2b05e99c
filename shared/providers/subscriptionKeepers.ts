import type { SSMClient } from '@aws-sdk/client-ssm'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type AccountLink, accountLinkStore } from '../areas/platforms/accountLinkRepository.ts'
import { type SubscriptionKeeper, subscriptionKeeper } from '../areas/platforms/subscriptionKeeper.ts'
import { linkRepository } from '../areas/recipients/tokenRepository.ts'
import { providerParameters } from '../mechanisms/secrets/parameters.ts'
import { applyWrites } from '../mechanisms/store/commit.ts'
import { providerUrl, publicUrl } from '../runtime/env.ts'
import { kickSubscriptions } from './kickSubscriptions.ts'
import { twitchSubscriptions } from './twitchSubscriptions.ts'

interface Clients {
  readonly documents: DynamoDBDocumentClient
  readonly ssm: SSMClient
}

/** A keeper for each platform that sends events, for a worker whose `access` and `providers` allow it. */
export const subscriptionKeepers = (worker: string, { documents, ssm }: Clients): readonly SubscriptionKeeper[] => {
  const links = linkRepository(documents)
  const shared = {
    worker,
    scopesOf: ({ account, recipientId }: AccountLink) => {
      const [platform = '', accountId = ''] = account.split('#')
      return links.scopes(recipientId, platform, accountId)
    },
    sources: accountLinkStore(documents),
    apply: (writes: Parameters<typeof applyWrites>[1]) => applyWrites(documents, writes),
  }
  return [
    subscriptionKeeper({
      ...shared,
      platform: 'kick',
      subscriptions: kickSubscriptions(
        { identity: providerUrl('kick', 'identity'), api: providerUrl('kick', 'api') },
        providerParameters(ssm, 'kick'),
      ),
    }),
    subscriptionKeeper({
      ...shared,
      platform: 'twitch',
      subscriptions: twitchSubscriptions(
        { identity: providerUrl('twitch', 'identity'), api: providerUrl('twitch', 'api') },
        providerParameters(ssm, 'twitch'),
        {
          callback: `${publicUrl()}/platforms/webhooks/twitch`,
          parameters: providerParameters(ssm, 'twitchEvents'),
        },
      ),
    }),
  ]
}
