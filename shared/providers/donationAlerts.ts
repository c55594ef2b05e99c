import { ClientSecretPost } from 'oauth4webapi'
import * as z from 'zod/mini'
import { donationScopes } from '../areas/recipients/donationScopes.ts'
import type { StreamingPlatform } from '../areas/recipients/streamingPlatform.ts'
import { providerHttp } from '../mechanisms/outbound/http.ts'
import type { Parameters } from '../mechanisms/secrets/parameters.ts'
import { type OAuthClient, oauthClient } from './oauthClient.ts'
import { accountFrom, readLinked } from './serviceAnswers.ts'

const provider = 'DonationAlerts'

const User = z.object({ data: z.object({ id: z.unknown(), name: z.unknown() }) })

/** Accounts of DonationAlerts by OAuth 2.0. It revokes no tokens. https://www.donationalerts.com/apidoc */
export const donationAlerts = (
  url: string,
  parameters: () => Promise<Parameters<'donationAlerts'>>,
): StreamingPlatform => {
  const http = providerHttp(provider)

  const client = async (): Promise<OAuthClient> => {
    const credentials = await parameters()
    return oauthClient(http, {
      platform: provider,
      tokenEndpoint: `${url}/oauth/token`,
      clientId: credentials['donationalerts/client-id'],
      authentication: ClientSecretPost(credentials['donationalerts/client-secret']),
      redirectUri: credentials['donationalerts/redirect-uri'],
      refreshScope: donationScopes.donationAlerts.join(' '),
    })
  }

  return {
    redeemCode: async (code) => (await client()).redeemCode(code),

    refresh: async (refreshToken) => (await client()).refresh(refreshToken),

    account: async (accessToken) => {
      const answer = await readLinked(http, provider, `${url}/api/v1/user/oauth`, accessToken)
      const { id, name } = http.parse(answer, User).data
      return accountFrom(provider, id, name)
    },

    revoke: async () => {},
  }
}
