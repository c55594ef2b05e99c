import type { StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'

/**
 * Revokes both tokens of a set at once, each whatever becomes of the other, and the access token only where there is
 * one.
 *
 * @param revokeOne revokes one token of the kind that the hint names (RFC 7009, section 2.1)
 * @throws the first failure, after both were tried
 */
export const revokeBoth = async (
  { refreshToken, accessToken }: Parameters<StreamingPlatform['revoke']>[0],
  revokeOne: (token: string, hint: 'refresh_token' | 'access_token') => Promise<void>,
): Promise<void> => {
  const outcomes = await Promise.allSettled([
    revokeOne(refreshToken, 'refresh_token'),
    accessToken && revokeOne(accessToken, 'access_token'),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
