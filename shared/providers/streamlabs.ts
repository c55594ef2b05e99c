import { ClientSecretPost } from 'oauth4webapi'
import * as z from 'zod/mini'
import type { StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { type OAuthClient, oauthClient } from './oauthClient.ts'
import { accountFrom, readLinked } from './serviceAnswers.ts'

const provider = 'Streamlabs'

/** Tokens never expire, although an answer may name an hour: https://dev.streamlabs.com/docs/oauth-2 */
const lifetimeSeconds = 365 * 24 * 60 * 60

const User = z.object({ streamlabs: z.object({ id: z.unknown(), display_name: z.unknown() }) })

/** Accounts of Streamlabs by OAuth 2.0. It revokes no tokens. https://dev.streamlabs.com/docs */
export const streamlabs = (url: string, parameters: () => Promise<Parameters<'streamlabs'>>): StreamingPlatform => {
  const http = providerHttp(provider)

  const client = async (): Promise<OAuthClient> => {
    const credentials = await parameters()
    return oauthClient(http, {
      platform: provider,
      tokenEndpoint: `${url}/api/v2.0/token`,
      clientId: credentials['streamlabs/client-id'],
      authentication: ClientSecretPost(credentials['streamlabs/client-secret']),
      redirectUri: credentials['streamlabs/redirect-uri'],
      lifetimeSeconds,
    })
  }

  return {
    redeemCode: async (code) => (await client()).redeemCode(code),

    refresh: async (refreshToken) => (await client()).refresh(refreshToken),

    account: async (accessToken) => {
      const answer = await readLinked(http, provider, `${url}/api/v2.0/user`, accessToken)
      const { id, display_name: name } = http.parse(answer, User).streamlabs
      return accountFrom(provider, id, name)
    },

    revoke: async () => {},
  }
}
