import { randomUUID } from 'node:crypto'
import type { SignedWebhook } from './eventSenders.ts'

/** A subscription as a platform's stand-in keeps it. */
export interface KeptSubscription {
  readonly id: string
  readonly accountId: string
  readonly event: string
  /** `enabled` sends events; other states are the platform's own. */
  readonly status: string
  /** Where events are sent, if the subscription names it. */
  readonly callback?: string
  readonly secret?: string
}

/** Which of an account's streams a report is about, and whether its end names it where the platform names ends. */
export interface StreamReport {
  readonly stream?: string | undefined
  readonly unnamed?: boolean | undefined
  /** Members of the event in place of the usual ones, such as Twitch's `type`. */
  readonly members?: object | undefined
}

/** Remembers when each stream of an account has started, so that a repeated start and an end tell the same time. */
export const streamStarts = () => {
  const starts = new Map<string, string>()
  return (accountId: string, stream: string): string => {
    const key = `${accountId}#${stream}`
    const startedAt = starts.get(key) ?? new Date().toISOString()
    starts.set(key, startedAt)
    return startedAt
  }
}

/** A platform's stand-in as a sender of events about streams. */
export interface StreamSender {
  /** The subscriptions to an account's events, or all. */
  subscriptions(accountId?: string): readonly KeptSubscription[]
  /** Keeps a subscription, for what only a platform makes. */
  put(subscription: Omit<KeptSubscription, 'id'>, id?: string): KeptSubscription
  /** Forgets the subscriptions to an account's events, or all, as the platform does when their events could not be delivered. */
  drop(accountId?: string): void
  /**
   * The event that a stream started or ended, signed, and the address in its subscription.
   *
   * @throws Error when nobody has subscribed to it
   */
  stream(accountId: string, isLive: boolean, report?: StreamReport): SignedWebhook & { readonly callback?: string }
  /**
   * An event of the audience, with the members that its type has beside the channel.
   *
   * @throws Error when nobody has subscribed to it
   */
  audience(accountId: string, type: string, event: object): SignedWebhook & { readonly callback?: string }
}

/** Keeps subscriptions; each platform adds its wire format. */
export const keepSubscriptions = () => {
  const kept = new Map<string, KeptSubscription>()

  const subscriptions: StreamSender['subscriptions'] = (accountId) =>
    [...kept.values()].filter((subscription) => accountId === undefined || subscription.accountId === accountId)

  return {
    subscriptions,
    put: (subscription: Omit<KeptSubscription, 'id'>, id: string = randomUUID()): KeptSubscription => {
      const added = { ...subscription, id }
      kept.set(id, added)
      return added
    },
    find: (id: string) => kept.get(id),
    remove: (id: string): boolean => kept.delete(id),
    drop: (accountId?: string): void => {
      for (const { id } of subscriptions(accountId)) kept.delete(id)
    },
    /** @throws Error when nobody has subscribed to the event of the account */
    subscriptionTo: (accountId: string, event: string): KeptSubscription => {
      const found = subscriptions(accountId).find((each) => each.event === event && each.status === 'enabled')
      if (found === undefined) throw new Error(`nobody has subscribed to ${event} of the account ${accountId}`)
      return found
    },
  }
}

/** Tokens of a platform's app, which the client credentials grant issues. */
export const appTokens = (platform: string) => {
  const issued = new Set<string>()
  return {
    issue: () => {
      const token = `${platform}-app-${randomUUID()}`
      issued.add(`Bearer ${token}`)
      return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: 5_000_000 } }
    },
    isValid: (authorization = ''): boolean => issued.has(authorization),
  }
}
