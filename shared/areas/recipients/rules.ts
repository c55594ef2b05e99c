import { Problem, unknownId } from '../../contract/problem.ts'
import type { TokenRecord } from './tokenRepository.ts'

/** An access token is returned only if it is valid for at least this time, so that its receiver can use it. */
export const safetyMarginMs = 60_000

export const unknownToken = () => unknownId('token', 'tokenId')

/** A refresh may take this time: five seconds for the platform, the rest for the keys and the store. */
export const leaseMs = 8000

/** The latest end of a valid lease in epoch milliseconds. A later end comes from a wrong clock, and is ignored. */
export const latestLeaseEnd = (now: number): number => now + 2 * leaseMs

/** The next step of a request for an access token with a token record. */
export type TokenState =
  | { readonly kind: 'usable'; readonly accessToken: Uint8Array }
  | { readonly kind: 'leasable'; readonly record: TokenRecord }
  /** Another request is refreshing the token. */
  | { readonly kind: 'leased' }

/**
 * Judges a token record at a time. `stale` is the set of tokens that the request found first: any other one is the work
 * of a refresh that the request has waited for, and is taken even if it lives shorter than the margin. The platform has
 * refused the set `refused` before its time, so it is not taken.
 *
 * @throws Problem `not_found`, `token_disabled`, `relink_required`, or `provider_unavailable` during a pause after a
 * failed refresh
 */
export const tokenState = (
  record: TokenRecord | undefined,
  now: number,
  stale?: string,
  refused?: string,
): TokenState => {
  if (record === undefined) throw unknownToken()
  const { enabled, relinkRequired, revision, accessToken, accessTokenExpiresAt = 0, leaseExpiresAt = 0 } = record
  if (!enabled) throw new Problem('token_disabled', 'The token is disabled; enable it first.')
  if (relinkRequired === true)
    throw new Problem('relink_required', 'The platform no longer accepts this link; link the account again.')
  const isNew = stale !== undefined && revision !== stale
  if (accessToken !== undefined && revision !== refused && (isNew || accessTokenExpiresAt - safetyMarginMs > now))
    return { kind: 'usable', accessToken }
  const { pausedUntil = 0 } = record
  if (pausedUntil > now)
    throw new Problem('provider_unavailable', 'The platform failed to refresh the token a moment ago.', {
      retryAfter: (pausedUntil - now) / 1000,
    })
  return leaseExpiresAt >= now && leaseExpiresAt <= latestLeaseEnd(now)
    ? { kind: 'leased' }
    : { kind: 'leasable', record }
}
