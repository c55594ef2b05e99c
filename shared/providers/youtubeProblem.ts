import * as z from 'zod/mini'
import { Problem } from '../contract/problem.ts'
import type { ProviderAnswer } from '../mechanisms/outbound/http.ts'
import { systemClock } from '../runtime/time/clock.ts'

const Reasons = z._default(z.array(z.object({ reason: z.optional(z.string()) })), [])
const ErrorAnswer = z.object({ error: z.object({ errors: Reasons, details: Reasons }) })

/** Reasons that mean that the playlist does not exist, or may not be read without its owner's consent. */
const hidden: ReadonlySet<string> = new Set([
  'playlistNotFound',
  'playlistItemsNotAccessible',
  'playlistForbidden',
  'channelClosed',
  'channelSuspended',
])
const quotaUsedUp: ReadonlySet<string> = new Set(['quotaExceeded', 'dailyLimitExceeded'])
const tooFast: ReadonlySet<string> = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED'])
/** Reasons that only the deployer can remove. */
const keyRefused: ReadonlySet<string> = new Set([
  'keyInvalid',
  'keyExpired',
  'accessNotConfigured',
  'ipRefererBlocked',
  'API_KEY_INVALID',
  'API_KEY_SERVICE_BLOCKED',
  'API_KEY_IP_ADDRESS_BLOCKED',
  'API_KEY_HTTP_REFERRER_BLOCKED',
  'SERVICE_DISABLED',
])

/** YouTube counts short rates by the minute, so a caller waits for so long. */
const minuteSeconds = 60
const hourMs = 60 * 60 * 1000

/**
 * Seconds until the quota is reset at midnight Pacific time, with daylight saving time.
 * https://developers.google.com/youtube/v3/getting-started#quota
 */
export const secondsUntilQuotaReset = (now: number): number => {
  const pacificDay = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', day: 'numeric' })
  const today = pacificDay.format(now)
  // The offset to UTC is in whole hours, so a day begins on the hour.
  let next = Math.floor(now / hourMs) * hourMs + hourMs
  while (pacificDay.format(next) === today) next += hourMs
  return Math.ceil((next - now) / 1000)
}

const reasonsOf = ({ body }: ProviderAnswer): readonly string[] => {
  try {
    const { error } = ErrorAnswer.parse(JSON.parse(body))
    return [...error.errors, ...error.details].flatMap(({ reason }) => reason ?? [])
  } catch {
    return []
  }
}

/**
 * The problem for YouTube's reason, where that reason has a problem of its own.
 * https://developers.google.com/youtube/v3/docs/errors
 *
 * @param keyParameter full name of the SSM parameter with the API key
 */
export const youtubeProblem = (
  answer: ProviderAnswer,
  keyParameter: string,
  clock = systemClock,
): Problem | undefined => {
  const reasons = reasonsOf(answer)
  const has = (known: ReadonlySet<string>): boolean => reasons.some((reason) => known.has(reason))
  if (has(hidden)) return new Problem('not_found', 'There is no such playlist, or it is private.')
  if (has(quotaUsedUp))
    return new Problem('provider_quota_exceeded', 'The quota at YouTube is used up until midnight Pacific time.', {
      retryAfter: secondsUntilQuotaReset(clock()),
    })
  if (has(keyRefused))
    return new Problem(
      'provider_not_configured',
      `YouTube does not accept the API key in the parameter ${keyParameter}.`,
      {
        retryAfter: minuteSeconds,
      },
    )
  if (has(tooFast))
    return new Problem('provider_unavailable', 'YouTube accepts no more requests at the moment.', {
      retryAfter: minuteSeconds,
    })
  return undefined
}
