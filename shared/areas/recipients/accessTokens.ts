import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../contract/problem.ts'
import type { Cipher } from '../../mechanisms/secrets/cipher.ts'
import { retryUntilStored } from '../../mechanisms/store/retryUntilStored.ts'
import { backoffMs } from '../../runtime/backoffMs.ts'
import { randomId } from '../../runtime/ids.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { latestLeaseEnd, leaseMs, tokenState, unknownToken } from './rules.ts'
import { type SealedTokens, sealTokens, tokenContext } from './sealedTokens.ts'
import type { LinkedSystem, PlatformTokens, StreamingPlatform } from './streamingPlatform.ts'
import type { Lease, TokenRecord, TokenRefreshRepository } from './tokenRepository.ts'

/** A token that another request refreshes is looked at again after at most this pause; the average is half of it. */
const longestPauseMs = 200
/** This time is kept free at the end of a request. */
const reserveMs = 1000
/** After a failed refresh without `Retry-After`, the next one waits this long. */
const defaultPauseMs = 1000

type Tokens = Omit<TokenRefreshRepository, 'disable'>

/** The result of a refresh: the new access token, or the record that another request has changed meanwhile. */
type Refreshed = { readonly accessToken: string } | { readonly found: TokenRecord | undefined }

const pauseAfter = (error: unknown): number =>
  error instanceof Problem && error.code === 'provider_unavailable' && error.retryAfter !== undefined
    ? error.retryAfter * 1000
    : defaultPauseMs

/**
 * Access tokens of linked accounts, refreshed by one request at a time. Platforms rotate refresh tokens, so two
 * refreshes with the same one would end the link: a lease on the record lets one request through, the others wait for
 * its result. Should a lease end early (its holder died, a clock is wrong), the revision of the set of tokens still
 * keeps an older set from replacing a newer one. A refresh takes three round trips to the store, one after the other:
 * to find the record, to take the lease, to keep the new set. Records of systems that are not among the `platforms` are
 * not found.
 */
export const accessTokens = (
  tokens: Tokens,
  cipher: Cipher,
  platforms: Readonly<Partial<Record<LinkedSystem, Pick<StreamingPlatform, 'refresh' | 'revoke'>>>>,
  clock = systemClock,
) => {
  const platformOf = ({ platform }: TokenRecord): Pick<StreamingPlatform, 'refresh' | 'revoke'> => {
    const found = platforms[platform]
    if (found === undefined) throw unknownToken()
    return found
  }

  const keep = async (record: TokenRecord, renewed: PlatformTokens): Promise<Refreshed> => {
    const { recipientId, id, revision } = record
    const sealed: SealedTokens = await retryUntilStored(() => sealTokens(cipher, recipientId, id, renewed))
    const outcome = await retryUntilStored(() => tokens.renew(recipientId, id, revision, sealed))
    if (outcome.applied) return { accessToken: renewed.accessToken }
    // The link was removed meanwhile, and with it the set of tokens that this one has replaced.
    if (outcome.found === undefined)
      await platformOf(record)
        .revoke(renewed)
        .catch(() => undefined)
    if (outcome.found?.revision === revision && !outcome.found.enabled)
      await retryUntilStored(() => tokens.renewDisabled(recipientId, id, revision, sealed))
    return { found: outcome.found }
  }

  /** Stores why a refresh failed, unless the record has changed since the lease was taken. */
  const settle = async ({ recipientId, id }: TokenRecord, lease: Lease, error: unknown): Promise<Refreshed> => {
    const isRefused = error instanceof Problem && error.code === 'relink_required'
    const outcome = await (isRefused
      ? retryUntilStored(() => tokens.requireRelink(recipientId, id, lease))
      : tokens.pause(recipientId, id, lease, clock() + pauseAfter(error)).catch(() => undefined))
    if (isRefused && outcome?.applied === false) return { found: outcome.found }
    throw error
  }

  const refresh = async (record: TokenRecord, lease: Lease): Promise<Refreshed> => {
    const { recipientId, id, refreshToken } = record
    let renewed: PlatformTokens
    try {
      renewed = await platformOf(record).refresh(
        await cipher.decrypt(refreshToken, tokenContext(recipientId, id, 'refreshToken')),
      )
    } catch (error) {
      return settle(record, lease, error)
    }
    return keep(record, renewed)
  }

  const leaseAndRefresh = async (record: TokenRecord): Promise<Refreshed> => {
    const { recipientId, id, revision } = record
    const now = clock()
    const lease: Lease = {
      id: randomId(),
      revision,
      takenAt: now,
      expiresAt: now + leaseMs,
      latestEnd: latestLeaseEnd(now),
    }
    const outcome = await tokens.lease(recipientId, id, lease)
    return outcome.applied ? refresh(record, lease) : { found: outcome.found }
  }

  const waitForOther = async (recipientId: string, id: string): Promise<TokenRecord | undefined> => {
    const delay = backoffMs(1, longestPauseMs)
    if (remainingMs() < delay + reserveMs)
      throw new Problem('provider_timeout', 'The token is still being refreshed; ask again.')
    await sleep(delay)
    return tokens.find(recipientId, id)
  }

  return {
    /**
     * A token that lives long enough to be used: one read and one decryption while the stored one does.
     *
     * @param refused a token that the platform has refused before its time; another one is asked for
     * @throws Problem `not_found`, `token_disabled`, `relink_required`, or that of a provider
     */
    get: async (recipientId: string, id: string, refused?: string): Promise<string> => {
      let record = await tokens.find(recipientId, id)
      if (record !== undefined) platformOf(record)
      const stale = record?.revision
      let refusedRevision: string | undefined
      for (;;) {
        const state = tokenState(record, clock(), stale, refusedRevision)
        if (state.kind === 'usable') {
          const token = await cipher.decrypt(state.accessToken, tokenContext(recipientId, id, 'accessToken'))
          if (token !== refused) return token
          refusedRevision = record?.revision
        } else if (state.kind === 'leased') record = await waitForOther(recipientId, id)
        else {
          const refreshed = await leaseAndRefresh(state.record)
          if ('accessToken' in refreshed) return refreshed.accessToken
          record = refreshed.found
        }
      }
    },
  }
}

export type AccessTokens = ReturnType<typeof accessTokens>
