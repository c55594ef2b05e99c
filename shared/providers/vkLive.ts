import { ClientSecretBasic } from 'oauth4webapi'
import * as z from 'zod/mini'
import type { StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'
import { text } from '../contract/values.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { type OAuthClient, oauthClient } from './oauthClient.ts'
import type { PlatformUrls } from './platformUrls.ts'

const platform = 'VK Video Live'

const CurrentUser = z.object({
  data: z.object({
    user: z.object({
      id: z.union([z.int().check(z.positive()), text(1, 64)]),
      nick: text(1, 256),
    }),
    channel: z.optional(z.nullable(z.object({ url: text(1, 256) }))),
  }),
})

/** VK Video Live: OAuth 2.0 without PKCE, and its developer API. https://dev.live.vkvideo.ru/docs */
export const vkLive = (urls: PlatformUrls, parameters: () => Promise<Parameters<'vkLive'>>): StreamingPlatform => {
  const http = providerHttp(platform)

  const client = async (): Promise<OAuthClient> => {
    const credentials = await parameters()
    return oauthClient(http, {
      platform,
      tokenEndpoint: `${urls.identity}/oauth/server/token`,
      clientId: credentials['vk-live/client-id'],
      authentication: ClientSecretBasic(credentials['vk-live/client-secret']),
      redirectUri: credentials['vk-live/redirect-uri'],
      revocationEndpoint: `${urls.identity}/oauth/server/revoke`,
    })
  }

  return {
    redeemCode: async (code) => (await client()).redeemCode(code),

    refresh: async (refreshToken) => (await client()).refresh(refreshToken),

    account: async (accessToken) => {
      const headers = { authorization: `Bearer ${accessToken}` }
      const answer = await http.read({ url: `${urls.api}/v1/current_user`, headers })
      if (answer.status !== 200) throw http.problemFrom(answer)
      const { user, channel } = http.parse(answer, CurrentUser).data
      return { id: String(user.id), name: user.nick, ...(channel && { channelUrl: channel.url }) }
    },

    revoke: async (tokens) => (await client()).revoke(tokens),
  }
}
