import { Problem } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { retryOnConflict } from '../../mechanisms/store/retryOnConflict.ts'
import { log } from '../../runtime/log.ts'
import { type Clock, systemClock } from '../../runtime/time/clock.ts'
import type { AlertBasisReader } from '../alerts/alertBasis.ts'
import { additionsFrom, additionWrites, fittingAdditions } from '../history/additions.ts'
import type { LeaderRepository } from '../leaders/leaderRepository.ts'
import type { AccessTokens } from '../recipients/accessTokens.ts'
import { type DonationSystem, donationSystems } from '../recipients/streamingPlatform.ts'
import type { TokenRefreshRepository } from '../recipients/tokenRepository.ts'
import type { Donation, ReadDonations } from './donation.ts'
import { amountOf, isShown, itemFromDonation } from './donationItem.ts'
import {
  type DonationSource,
  type DonationSourceRepository,
  ofFailure,
  type SourceError,
} from './donationSourceRepository.ts'
import { type WalkedPart, walkDonations } from './donationWalk.ts'

interface Ports {
  readonly worker: string
  readonly services: Readonly<Record<DonationSystem, ReadDonations>>
  readonly accessTokens: Pick<AccessTokens, 'get'>
  readonly tokens: Pick<TokenRefreshRepository, 'disable'>
  readonly sources: Pick<DonationSourceRepository, 'change'>
  readonly basis: Pick<AlertBasisReader, 'read'>
  readonly leaders: Pick<LeaderRepository, 'counting'>
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly tables: Parameters<typeof additionWrites>[0]
  readonly clock?: Clock
}

/** Donations that are looked up at once. */
const partSize = 90
/** The time of the last answer is stored at most this often while there is no news. */
export const notedEveryMs = 10 * 60 * 1000
/** The first pause after a failure; each further one is twice as long, up to the longest. */
const [firstPauseMs, longestPauseMs] = [60_000, 60 * 60 * 1000]

export const serviceOf = ({ account }: Pick<DonationSource, 'account'>): DonationSystem =>
  account.split('#', 1).join() as DonationSystem

const isSame = (known: readonly string[] | undefined, other: readonly string[] | undefined): boolean =>
  known?.join() === other?.join()

/** The owner has disabled the link, or it is gone: no failure of the service. */
const isIntended = ({ code }: Problem): boolean => code === 'token_disabled' || code === 'not_found'

/** The service takes no token of the link any more. */
const isRefusal = (error: unknown): boolean => error instanceof Problem && error.code === 'relink_required'

/**
 * Asks the service of a linked account for new donations, and adds them to the history. The state that names them as
 * known is written in the transaction of the last of them, so an interrupted run is repeated by the next one. An item
 * is known by the service's own id, so what was imported, or added before, is there once.
 */
export const pollDonations = (ports: Ports) => {
  const { worker, services, accessTokens, tokens, sources, basis, leaders, apply, tables, clock = systemClock } = ports

  const logUnreadable = (source: DonationSource, donations: readonly Donation[]): void => {
    const unreadable = donations.filter((donation) => amountOf(donation) === undefined).length
    if (unreadable > 0)
      log('WARN', 'amount', { worker, recipientId: source.recipientId, code: serviceOf(source), count: unreadable })
  }

  /** Adds donations, with a write of the source in each transaction: `end` in the last one, `interim` before. */
  const add = (source: DonationSource, donations: readonly Donation[], end: Write, interim: Write): Promise<void> => {
    const { recipientId, linkedAt } = source
    const now = clock()
    const items = donations.map((donation) =>
      itemFromDonation(donationSystems[serviceOf(source)], donation, isShown(donation, linkedAt, now)),
    )
    const additions = additionsFrom(recipientId, items)
    const ids = additions.map(({ event }) => event.id)
    return retryOnConflict(async () => {
      for (;;) {
        const { items: existing, ...base } = await basis.read(recipientId, ids)
        const missing = additions.filter(({ event }) => !existing.has(event.id))
        const part = fittingAdditions(missing, base.totals.leaders)
        const { writes, money } = additionWrites(tables, recipientId, part, base, new Date(now))
        const isEnd = part.length === missing.length
        await apply([...writes, ...(await leaders.counting(recipientId, money)), isEnd ? end : interim])
        if (isEnd) return
      }
    })
  }

  /** Stores a part of a walk. Only the last transaction moves what is known. */
  const store = async (source: DonationSource, { fresh, known, waitingSince, walk }: WalkedPart): Promise<void> => {
    const { recipientId } = source
    const now = clock()
    const askedAt = new Date(now).toISOString()
    const isEnd = walk === undefined
    const end = sources.change(recipientId, source, { askedAt, known, waitingSince, walk }, [
      ...ofFailure,
      ...(isEnd ? (['walk'] as const) : []),
      ...(isEnd && waitingSince === undefined ? (['waitingSince'] as const) : []),
    ])
    const interim = sources.change(recipientId, source, { askedAt })
    const oldestFirst = fresh.toReversed()
    for (let start = 0; start < oldestFirst.length; start += partSize) {
      const part = oldestFirst.slice(start, start + partSize)
      const isLast = start + partSize >= oldestFirst.length
      await add(source, part, isLast ? end : interim, interim)
    }
    logUnreadable(source, fresh)
    if (fresh.length > 0) return
    const isNews =
      'failures' in source ||
      walk !== undefined ||
      'walk' in source ||
      source.waitingSince !== waitingSince ||
      !isSame(source.known, known)
    if (isNews || Date.parse(source.askedAt ?? '') + notedEveryMs <= now) await apply([end])
  }

  const pauseOf = ({ failures = 0 }: DonationSource, error: Problem): number =>
    Math.max((error.retryAfter ?? 0) * 1000, Math.min(longestPauseMs, firstPauseMs * 2 ** failures))

  /** Stores why the service was asked in vain. A link that the service refuses is disabled, and not asked any more. */
  const fail = async (source: DonationSource, error: Problem): Promise<void> => {
    const { recipientId, tokenId, failures = 0 } = source
    const now = clock()
    const lastError: SourceError = { at: new Date(now).toISOString(), code: error.code, detail: error.message }
    const state = { lastError, failures: failures + 1, retryAt: now + pauseOf(source, error) }
    await apply([sources.change(recipientId, source, state)])
    if (isRefusal(error)) await tokens.disable(recipientId, tokenId)
    log('WARN', 'source', { worker, recipientId, code: error.code })
  }

  /** Reads new donations. A token that the service refuses before its time is refreshed once. */
  const walk = async (source: DonationSource, token: string, mayAsk: () => boolean): Promise<WalkedPart> => {
    const { recipientId, account, tokenId } = source
    const read = services[serviceOf(source)]
    const accountId = account.slice(account.indexOf('#') + 1)
    const walkWith = (current: string) =>
      walkDonations(source, (cursor) => read(current, accountId, cursor), mayAsk, clock())
    return walkWith(token).catch(async (error: unknown) => {
      if (!isRefusal(error)) throw error
      return walkWith(await accessTokens.get(recipientId, tokenId, token))
    })
  }

  /**
   * @param mayAsk counts a request to the service, and says whether it may be sent in this run
   * @returns whether the service was asked
   * @throws what is no answer and no failure of the service
   */
  return async (source: DonationSource, mayAsk: () => boolean): Promise<boolean> => {
    try {
      const token = await accessTokens.get(source.recipientId, source.tokenId)
      if (!mayAsk()) return false
      await store(source, await walk(source, token, mayAsk))
      return true
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'store_unavailable') throw error
      if (isIntended(error)) return false
      await fail(source, error).catch((failure: unknown) => {
        if (!(failure instanceof Problem && isIntended(failure))) throw failure
      })
      return true
    }
  }
}

export type PollDonations = ReturnType<typeof pollDonations>
