import {
  type AccountLink,
  type AccountLinkStore,
  accountLinkStore,
} from '../../shared/areas/platforms/accountLinkRepository.ts'
import type { SubscriptionKeeper } from '../../shared/areas/platforms/subscriptionKeeper.ts'
import { keepSubscriptions } from '../../shared/areas/platforms/workers.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { type Run, scheduleHandler } from '../../shared/mechanisms/workers/scheduleHandler.ts'
import { subscriptionKeepers } from '../../shared/providers/subscriptionKeepers.ts'

/** A platform that fails keeps no other one from being compared. */
export const handle =
  (
    sources: Pick<AccountLinkStore, 'list'>,
    keepers: readonly Pick<SubscriptionKeeper, 'platform' | 'keepAll'>[],
  ): Run =>
  async () => {
    const linked = new Map<string, AccountLink[]>(keepers.map(({ platform }) => [platform, []]))
    for await (const source of sources.list()) linked.get(source.account.split('#', 1).join())?.push(source)
    const runs = keepers.map(({ platform, keepAll }) => keepAll(linked.get(platform) ?? []))
    await Promise.allSettled(runs)
    return (await Promise.all(runs)).reduce((sum, count) => sum + count, 0)
  }

export const handler = scheduleHandler(
  keepSubscriptions,
  handle(
    accountLinkStore(documentClient),
    subscriptionKeepers(keepSubscriptions.id, { documents: documentClient, ssm: ssmClient }),
  ),
)
