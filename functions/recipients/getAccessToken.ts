import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, providerUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { kick } from '../../shared/providers/kick.ts'
import { twitch } from '../../shared/providers/twitch.ts'
import { vkLive } from '../../shared/providers/vkLive.ts'
import { type AccessTokens, accessTokens } from '../../shared/recipients/accessTokens.ts'
import { getAccessToken } from '../../shared/recipients/contract.ts'
import { tokenRefreshRepository } from '../../shared/recipients/tokenRepository.ts'
import { kmsCipher } from '../../shared/secrets/cipher.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'

export const handle =
  (tokens: AccessTokens): Handle<typeof getAccessToken> =>
  async ({ recipientId, body: { tokenId } }) => ({ token: await tokens.get(recipientId, tokenId) })

const platforms = {
  kick: kick(
    { identity: providerUrl('kick', 'identity'), api: providerUrl('kick', 'api') },
    providerParameters(ssmClient, 'kick'),
  ),
  vkLive: vkLive(
    { identity: providerUrl('vkLive', 'identity'), api: providerUrl('vkLive', 'api') },
    providerParameters(ssmClient, 'vkLive'),
  ),
  twitch: twitch(
    { identity: providerUrl('twitch', 'identity'), api: providerUrl('twitch', 'api') },
    providerParameters(ssmClient, 'twitch'),
  ),
}

export const handler = httpHandler(
  getAccessToken,
  handle(
    accessTokens(
      tokenRefreshRepository(documentClient, tableName('tokens')),
      kmsCipher(kmsClient, keyArn('secrets')),
      platforms,
    ),
  ),
)
