import { Problem } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { forEachConcurrently } from '../../runtime/forEachConcurrently.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { log, loggedError } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import type { AccountLink, AccountLinkStore, LinkError } from './accountLinkRepository.ts'
import type { EventSubscription, EventSubscriptions } from './eventSubscriptions.ts'

/** The number of accounts that are compared concurrently. */
const concurrency = 5
/** With fewer milliseconds left, no account is begun; the next run takes up the rest. */
const reserveMs = 5_000

/** Problems that another attempt a moment later would meet again. */
const lasting: ReadonlySet<string> = new Set(['provider_bad_answer', 'provider_not_configured'])

export const isLasting = (error: unknown): boolean => error instanceof Problem && lasting.has(error.code)

/** A deployment without the platform's credentials has nothing there to compare. */
const isNotConfigured = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'provider_not_configured'

const errorFrom = (error: unknown, now: number): LinkError => ({
  at: new Date(now).toISOString(),
  ...(error instanceof Problem
    ? { code: error.code, detail: error.message }
    : { code: 'internal_error', detail: 'The service failed.' }),
})

interface Ports {
  readonly worker: string
  /** The platform's name in `<platform>#<account id>`. */
  readonly platform: string
  readonly subscriptions: EventSubscriptions
  readonly sources: AccountLinkStore
  /** The scopes that the owner of a linked account has granted. */
  readonly scopesOf: (source: AccountLink) => Promise<readonly string[]>
  /** Applies writes, and resolves to those whose account is not linked. */
  readonly apply: (writes: readonly Write[]) => Promise<readonly unknown[]>
  readonly clock?: Clock
}

/** Subscriptions that an account has and needs, those in vain (ended, doubled or not allowed), and lacking events. */
const compare = (events: readonly string[], found: readonly EventSubscription[]) => {
  const live = new Map<string, EventSubscription>()
  for (const subscription of found)
    if (
      events.includes(subscription.event) &&
      subscription.state !== 'ended' &&
      live.get(subscription.event)?.state !== 'active'
    )
      live.set(subscription.event, subscription)
  return {
    live: [...live.values()],
    useless: found.filter((subscription) => live.get(subscription.event) !== subscription),
    missing: events.filter((event) => !live.has(event)),
  }
}

const isSettled = (events: readonly string[], source: AccountLink, found: readonly EventSubscription[]): boolean => {
  const { live, useless, missing } = compare(events, found)
  const isRecorded = ({ state, event }: EventSubscription) => state === 'pending' || source.activeEvents?.has(event)
  return useless.length === 0 && missing.length === 0 && source.lastError === undefined && live.every(isRecorded)
}

/**
 * Keeps the subscriptions at a platform as its linked accounts are. It compares the subscriptions there with the
 * present links, so it may be interrupted anywhere and repeated: a subscription that is there is adopted, and one that
 * is there in vain is removed.
 */
export const subscriptionKeeper = (ports: Ports) => {
  const { worker, platform, subscriptions, sources, scopesOf, apply, clock = systemClock } = ports

  const eventsOf = async (source: AccountLink): Promise<readonly string[]> =>
    subscriptions.events(await scopesOf(source))

  const removeAll = async (found: readonly EventSubscription[]): Promise<void> => {
    for (const { id } of found) await subscriptions.remove(id)
  }

  /**
   * Subscribes to the missing events, and returns those that arrive. The loss is stored first, because a platform may
   * report a new subscription at once. An event that the platform has given up does not keep the others from coming:
   * `refusal` is the first failure that another attempt would meet again.
   */
  const complete = async (source: AccountLink, accountId: string) => {
    const { live, useless, missing } = compare(await eventsOf(source), await subscriptions.list(accountId))
    const lost = missing.filter((event) => source.activeEvents?.has(event))
    if (lost.length > 0) await apply([sources.loss(source.account, lost)])
    await removeAll(useless)
    const active = live.filter(({ state }) => state === 'active').map(({ event }) => event)
    let refusal: unknown
    for (const event of missing)
      try {
        if ((await subscriptions.add(accountId, event)) === 'active') active.push(event)
      } catch (error) {
        if (!isLasting(error)) throw error
        refusal ??= error
      }
    return { active, refusal }
  }

  /** Subscribes to an account that is linked now, and unsubscribes from one that is not. */
  const keep = async (accountId: string): Promise<void> => {
    const account = `${platform}#${accountId}`
    const source = await sources.find(account)
    if (source === undefined) return removeAll(await subscriptions.list(accountId))
    const warn = (error: unknown): void =>
      log('WARN', 'subscription', { worker, recipientId: source.recipientId, error: loggedError(error) })
    try {
      const { active, refusal } = await complete(source, accountId)
      if (refusal !== undefined) warn(refusal)
      const refusals = await apply([
        sources.settlement(account, active, refusal === undefined ? undefined : errorFrom(refusal, clock())),
      ])
      // The account was unlinked meanwhile, and the worker may have looked before the platform had the subscription.
      if (refusals.length > 0) await removeAll(await subscriptions.list(accountId))
    } catch (error) {
      await apply([sources.failure(account, errorFrom(error, clock()))])
      if (!isLasting(error)) throw error
      warn(error)
    }
  }

  /** The accounts whose subscriptions differ from the links: the linked ones first. */
  const differing = async (linked: readonly AccountLink[]): Promise<readonly string[]> => {
    const found = Map.groupBy(await subscriptions.list(), ({ accountId }) => accountId)
    const byAccount = new Map(linked.map((source) => [source.account.slice(platform.length + 1), source]))
    const unsettled: string[] = []
    await forEachConcurrently([...byAccount], concurrency, async ([id, source]) => {
      if (!isSettled(await eventsOf(source), source, found.get(id) ?? [])) unsettled.push(id)
    })
    return [...unsettled, ...[...found.keys()].filter((id) => !byAccount.has(id))]
  }

  return {
    platform,
    keep,

    /**
     * Compares all subscriptions of the platform with its linked accounts, and resolves to the number of accounts that
     * differed.
     *
     * @throws the first failure that may be over soon, after all accounts were tried
     */
    keepAll: async (linked: readonly AccountLink[]): Promise<number> => {
      const accounts = await differing(linked).catch((error: unknown) => {
        if (!isNotConfigured(error)) throw error
        return []
      })
      const failures: unknown[] = []
      await forEachConcurrently(accounts, concurrency, async (accountId) => {
        if (remainingMs() < reserveMs) failures.push(new Error('accounts are left for the next run'))
        else await keep(accountId).catch((error: unknown) => failures.push(error))
      })
      for (const error of failures) log('ERROR', 'subscription', { worker, error: loggedError(error) })
      if (failures.length > 0) throw failures[0]
      return accounts.length
    },
  }
}

export type SubscriptionKeeper = ReturnType<typeof subscriptionKeeper>
