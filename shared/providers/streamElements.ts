import * as z from 'zod/mini'
import type { PlatformTokens, StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'
import { Problem } from '../contract/problem.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import { systemClock } from '../runtime/time/clock.ts'
import { accountFrom, readLinked } from './serviceAnswers.ts'

const provider = 'StreamElements'

/** After this time the token counts as renewed, which it is not: the service alone says when it ends. */
const lifetimeMs = 365 * 24 * 60 * 60 * 1000

const Channel = z.object({ _id: z.unknown(), username: z.unknown() })

/**
 * Channels of StreamElements by their token, a JWT ("Show secrets" in the dashboard). Clients of its OAuth have to be
 * applied for, and are not needed. https://docs.streamelements.com
 */
export const streamElements = (url: string, clock = systemClock): StreamingPlatform => {
  const http = providerHttp(provider)

  const tokensOf = async (token: string): Promise<PlatformTokens> => ({
    accessToken: token,
    refreshToken: token,
    expiresAt: clock() + lifetimeMs,
    scopes: [],
  })

  return {
    redeemCode: tokensOf,

    refresh: tokensOf,

    account: async (token) => {
      const answer = await readLinked(http, provider, `${url}/kappa/v2/channels/me`, token).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'relink_required') throw error
        throw new Problem('authorization_code_rejected', `${provider} rejected the token.`)
      })
      const { _id, username } = http.parse(answer, Channel)
      return accountFrom(provider, _id, username)
    },

    revoke: async () => {},
  }
}
