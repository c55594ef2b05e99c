import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Item } from '../contract/write.ts'
import { batchGet } from '../store/batchGet.ts'
import type { StreamState } from './rules.ts'
import { type EventSource, revokedCode, type SourceError } from './sourceStore.ts'
import { streamEndedTrigger, streamStartedTrigger, subscribedEvents } from './triggers.ts'

interface Tables {
  readonly accountLinks: string
  readonly streams: string
}

/** The known state of an account's events. */
export interface SourceState {
  readonly subscription: 'pending' | 'active' | 'failed' | 'revoked' | 'polled'
  readonly lastEvent: { readonly type: string; readonly at: string } | null
  readonly lastError: SourceError | null
}

const subscriptionOf = (account: string, source: EventSource | undefined): SourceState['subscription'] => {
  const events = subscribedEvents[account.split('#', 1).join()]
  if (events === undefined) return 'polled'
  if (source?.lastError !== undefined) return source.lastError.code === revokedCode ? 'revoked' : 'failed'
  return events.every((event) => source?.activeEvents?.has(event)) ? 'active' : 'pending'
}

/** Reads the states of a recipient's accounts. A recipient may link so few that two items for each fit one call. */
export const sourceRepository = (client: DynamoDBDocumentClient, { accountLinks, streams }: Tables) => ({
  states: async (recipientId: string, accounts: readonly string[]): Promise<ReadonlyMap<string, SourceState>> => {
    if (accounts.length === 0) return new Map()
    const found = await batchGet(client, {
      [accountLinks]: { Keys: accounts.map((account) => ({ account })), ConsistentRead: true },
      [streams]: { Keys: accounts.map((channel) => ({ recipientId, channel })), ConsistentRead: true },
    })
    const byName = (items: readonly Item[] = [], name: string) => new Map(items.map((item) => [item[name], item]))
    const links = byName(found[accountLinks], 'account')
    const channels = byName(found[streams], 'channel')
    return new Map(
      accounts.map((account) => {
        const link = links.get(account) as EventSource | undefined
        const own = link?.recipientId === recipientId ? link : undefined
        const channel = channels.get(account) as StreamState | undefined
        return [
          account,
          {
            subscription: subscriptionOf(account, own),
            lastEvent: channel
              ? { type: channel.isOnline ? streamStartedTrigger : streamEndedTrigger, at: channel.changedAt }
              : null,
            lastError: own?.lastError ?? null,
          },
        ]
      }),
    )
  },
})

export type SourceRepository = ReturnType<typeof sourceRepository>
