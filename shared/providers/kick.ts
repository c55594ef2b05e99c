import { ClientSecretPost } from 'oauth4webapi'
import * as z from 'zod/mini'
import type { StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'
import { text } from '../contract/values.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { kickRevocation } from './kickRevocation.ts'
import { type OAuthClient, oauthClient } from './oauthClient.ts'
import type { PlatformUrls } from './platformUrls.ts'

const platform = 'Kick'

const Users = z.object({
  data: z.array(z.object({ user_id: z.int().check(z.positive()), name: text(1, 256) })),
})

/** Kick: OAuth 2.1 with PKCE, and its public API. https://docs.kick.com */
export const kick = (urls: PlatformUrls, parameters: () => Promise<Parameters<'kick'>>): StreamingPlatform => {
  const http = providerHttp(platform)

  const client = async (): Promise<OAuthClient> => {
    const credentials = await parameters()
    return oauthClient(http, {
      platform,
      tokenEndpoint: `${urls.identity}/oauth/token`,
      clientId: credentials['kick/client-id'],
      authentication: ClientSecretPost(credentials['kick/client-secret']),
      redirectUri: credentials['kick/redirect-uri'],
    })
  }

  return {
    redeemCode: async (code, codeVerifier) => (await client()).redeemCode(code, codeVerifier),

    refresh: async (refreshToken) => (await client()).refresh(refreshToken),

    account: async (accessToken) => {
      const headers = { authorization: `Bearer ${accessToken}` }
      const answer = await http.read({ url: `${urls.api}/public/v1/users`, headers })
      if (answer.status !== 200) throw http.problemFrom(answer)
      const [user] = http.parse(answer, Users).data
      if (user === undefined) throw http.problemFrom(answer)
      return { id: String(user.user_id), name: user.name }
    },

    ...kickRevocation(urls.identity),
  }
}
