import { expect, test } from 'vitest'
import { secondsUntilQuotaReset, youtubeProblem } from '../../../../shared/providers/youtubeProblem.ts'

const noon = Date.parse('2026-01-15T20:00:00Z')
const hidden = { code: 'not_found', message: 'There is no such playlist, or it is private.' }
const quotaUsedUp = {
  code: 'provider_quota_exceeded',
  retryAfter: 12 * 3600,
  message: 'The quota at YouTube is used up until midnight Pacific time.',
}
const keyRefused = {
  code: 'provider_not_configured',
  retryAfter: 60,
  message: 'YouTube does not accept the API key in the parameter /test/key.',
}
const tooFast = {
  code: 'provider_unavailable',
  retryAfter: 60,
  message: 'YouTube accepts no more requests at the moment.',
}

test.each([
  ['playlistNotFound', hidden],
  ['playlistItemsNotAccessible', hidden],
  ['playlistForbidden', hidden],
  ['channelClosed', hidden],
  ['channelSuspended', hidden],
  ['quotaExceeded', quotaUsedUp],
  ['dailyLimitExceeded', quotaUsedUp],
  ['keyInvalid', keyRefused],
  ['keyExpired', keyRefused],
  ['accessNotConfigured', keyRefused],
  ['ipRefererBlocked', keyRefused],
  ['API_KEY_INVALID', keyRefused],
  ['API_KEY_SERVICE_BLOCKED', keyRefused],
  ['API_KEY_IP_ADDRESS_BLOCKED', keyRefused],
  ['API_KEY_HTTP_REFERRER_BLOCKED', keyRefused],
  ['SERVICE_DISABLED', keyRefused],
  ['rateLimitExceeded', tooFast],
  ['userRateLimitExceeded', tooFast],
  ['RATE_LIMIT_EXCEEDED', tooFast],
])('the reason %s, among the errors or the details, has its problem', (reason, problem) => {
  const problemOf = (error: object) =>
    youtubeProblem({ status: 403, headers: {}, body: JSON.stringify({ error }) }, '/test/key', () => noon)

  expect(problemOf({ errors: [{ reason: 'other' }, { reason }] })).toMatchObject(problem)
  expect(problemOf({ details: [{}, { reason }] })).toMatchObject(problem)
})

test.each(['<html>', '{}', '{"error":{}}', '{"error":{"errors":[{"reason":""}]}}'])(
  'an error %s has no problem of its own',
  (body) => {
    expect(youtubeProblem({ status: 403, headers: {}, body }, '/test/key')).toBeUndefined()
  },
)

test.each([
  ['2026-01-15T20:00:00Z', 12 * 3600, 'winter'],
  ['2026-07-15T20:00:00Z', 11 * 3600, 'summer'],
  ['2026-01-15T07:59:59.500Z', 1, 'the last half second'],
  ['2026-01-15T08:00:00Z', 24 * 3600, 'midnight itself'],
  ['2026-03-08T08:00:00Z', 23 * 3600, 'the day that loses an hour'],
  ['2026-11-01T07:00:00Z', 25 * 3600, 'the day that gains one'],
  ['2026-12-31T23:00:00Z', 9 * 3600, 'the end of a year'],
])('the quota is whole again at midnight Pacific time, %s: %i seconds (%s)', (instant, seconds) => {
  expect(secondsUntilQuotaReset(Date.parse(instant))).toBe(seconds)
})
