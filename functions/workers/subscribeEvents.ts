import type { SubscriptionKeeper } from '../../shared/areas/platforms/subscriptionKeeper.ts'
import { subscribeEvents } from '../../shared/areas/platforms/workers.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { type Consume, streamHandler } from '../../shared/mechanisms/workers/streamHandler.ts'
import { subscriptionKeepers } from '../../shared/providers/subscriptionKeepers.ts'

/** The present link is compared, so the order of records does not matter. The worker's own notes are not `due`. */
export const handle =
  (keepers: readonly Pick<SubscriptionKeeper, 'platform' | 'keep'>[]): Consume =>
  async ({ eventName, keys, newImage }) => {
    if (eventName !== 'REMOVE' && newImage?.['due'] !== true) return
    const [platform, accountId = ''] = String(keys['account']).split('#')
    await keepers.find((keeper) => keeper.platform === platform)?.keep(accountId)
  }

export const handler = streamHandler(
  subscribeEvents,
  handle(subscriptionKeepers(subscribeEvents.id, { documents: documentClient, ssm: ssmClient })),
)
