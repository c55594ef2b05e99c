import { ClientSecretPost } from 'oauth4webapi'
import * as z from 'zod/mini'
import type { StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'
import { Problem } from '../contract/problem.ts'
import { text } from '../contract/values.ts'
import { type ProviderAnswer, type ProviderHttp, providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { type OAuthClient, oauthClient } from './oauthClient.ts'
import type { PlatformUrls } from './platformUrls.ts'

const platform = 'Twitch'

const Users = z.object({ data: z.array(z.object({ id: text(1, 64), display_name: text(1, 256) })) })

const TokenAnswer = z.looseObject({
  scope: z.optional(z.unknown()),
  message: z.optional(z.string()),
})

/** Twitch's messages, in place of the error codes of RFC 6749. */
const errorFrom = (message = ''): string => {
  if (/invalid (authorization code|refresh token|grant)/i.test(message)) return 'invalid_grant'
  return /client/i.test(message) ? 'invalid_client' : 'unauthorized_client'
}

/**
 * A token answer in the form of RFC 6749: Twitch lists scopes in an array, and names errors by messages.
 *
 * @see https://dev.twitch.tv/docs/authentication
 */
const standardAnswer = (http: ProviderHttp, answer: ProviderAnswer): ProviderAnswer => {
  if (answer.status === 429 || answer.status >= 500) return answer
  const { scope, message, ...rest } = http.parse(answer, TokenAnswer)
  const scopes = [scope].flat().filter((each) => typeof each === 'string')
  if (answer.status === 200) return { ...answer, body: JSON.stringify({ ...rest, scope: scopes.join(' ') }) }
  return { ...answer, status: 400, body: JSON.stringify({ error: errorFrom(message) }) }
}

/** Twitch: OAuth 2.0 without PKCE, and its API Helix. https://dev.twitch.tv/docs/api */
export const twitch = (urls: PlatformUrls, parameters: () => Promise<Parameters<'twitch'>>): StreamingPlatform => {
  const http = providerHttp(platform)
  const tokenHttp: ProviderHttp = { ...http, send: async (request) => standardAnswer(http, await http.send(request)) }

  const client = async (): Promise<OAuthClient> => {
    const credentials = await parameters()
    return oauthClient(tokenHttp, {
      platform,
      tokenEndpoint: `${urls.identity}/oauth2/token`,
      clientId: credentials['twitch/client-id'],
      authentication: ClientSecretPost(credentials['twitch/client-secret']),
      redirectUri: credentials['twitch/redirect-uri'],
    })
  }

  /** Revokes an access token; false if it is not valid, or not any more. */
  const isRevoked = async (accessToken: string): Promise<boolean> => {
    const { 'twitch/client-id': clientId } = await parameters()
    const answer = await http.send({
      method: 'POST',
      url: `${urls.identity}/oauth2/revoke`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: clientId, token: accessToken }).toString(),
    })
    if (answer.status > 400) throw http.problemFrom(answer)
    return answer.status < 400
  }

  return {
    redeemCode: async (code) => (await client()).redeemCode(code),

    refresh: async (refreshToken) => (await client()).refresh(refreshToken),

    account: async (accessToken) => {
      const { 'twitch/client-id': clientId } = await parameters()
      const headers = { authorization: `Bearer ${accessToken}`, 'client-id': clientId }
      const answer = await http.read({ url: `${urls.api}/helix/users`, headers })
      if (answer.status !== 200) throw http.problemFrom(answer)
      const [user] = http.parse(answer, Users).data
      if (user === undefined) throw http.problemFrom(answer)
      return { id: user.id, name: user.display_name }
    },

    // Twitch revokes access tokens alone: where the last one has expired or was forgotten, another one is asked for to
    // be revoked.
    revoke: async ({ accessToken, refreshToken }) => {
      if (accessToken !== undefined && (await isRevoked(accessToken))) return
      const renewed = await (await client()).refresh(refreshToken).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'relink_required') return undefined
        throw error
      })
      if (renewed !== undefined) await isRevoked(renewed.accessToken)
    },
  }
}
