import { type AccessTokens, accessTokens } from '../../shared/areas/recipients/accessTokens.ts'
import { getAccessToken } from '../../shared/areas/recipients/contract.ts'
import { tokenRefreshRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { providerParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { kick } from '../../shared/providers/kick.ts'
import { twitch } from '../../shared/providers/twitch.ts'
import { vkLive } from '../../shared/providers/vkLive.ts'
import { providerUrl } from '../../shared/runtime/env.ts'

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
  handle(accessTokens(tokenRefreshRepository(documentClient), kmsCipher(kmsClient), platforms)),
)
