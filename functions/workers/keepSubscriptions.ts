import { documentClient } from '../../shared/aws/documentClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { tableName } from '../../shared/env.ts'
import {
  type AccountLink,
  type AccountLinkStore,
  accountLinkStore,
} from '../../shared/platforms/accountLinkRepository.ts'
import type { SubscriptionKeeper } from '../../shared/platforms/subscriptionKeeper.ts'
import { keepSubscriptions } from '../../shared/platforms/workers.ts'
import { subscriptionKeepers } from '../../shared/providers/subscriptionKeepers.ts'
import { type Run, scheduleHandler } from '../../shared/workers/scheduleHandler.ts'

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
    accountLinkStore(documentClient, tableName('accountLinks')),
    subscriptionKeepers(keepSubscriptions.id, { documents: documentClient, ssm: ssmClient }),
  ),
)
