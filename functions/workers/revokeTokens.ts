import { accountLinkStore } from '../../shared/areas/platforms/accountLinkRepository.ts'
import { type RevokeTokens, revokeTokens as revokeTokensAt } from '../../shared/areas/recipients/revokeTokens.ts'
import { type TokenRecord, tokenRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import { revokeTokens } from '../../shared/areas/recipients/workers.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { providerParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { type Consume, streamHandler } from '../../shared/mechanisms/workers/streamHandler.ts'
import { kickRevocation } from '../../shared/providers/kickRevocation.ts'
import { twitch } from '../../shared/providers/twitch.ts'
import { vkLive } from '../../shared/providers/vkLive.ts'
import { providerUrl } from '../../shared/runtime/env.ts'

export const handle =
  (revoke: RevokeTokens): Consume =>
  async ({ oldImage }) => {
    if (oldImage !== undefined) await revoke(oldImage as unknown as TokenRecord)
  }

const links = accountLinkStore(documentClient)
const tokens = tokenRepository(documentClient)

export const handler = streamHandler(
  revokeTokens,
  handle(
    revokeTokensAt({
      worker: revokeTokens.id,
      cipher: kmsCipher(kmsClient),
      isLinked: async ({ recipientId, id, platform, accountId }) => {
        const [link, record] = await Promise.all([links.find(`${platform}#${accountId}`), tokens.find(recipientId, id)])
        // An erasure deletes a link before the claim of the account.
        return record !== undefined || (link !== undefined && link.recipientId !== recipientId)
      },
      platforms: {
        kick: kickRevocation(providerUrl('kickRevocation', 'identity')),
        vkLive: vkLive(
          { identity: providerUrl('vkLive', 'identity'), api: providerUrl('vkLive', 'api') },
          providerParameters(ssmClient, 'vkLive'),
        ),
        twitch: twitch(
          { identity: providerUrl('twitch', 'identity'), api: providerUrl('twitch', 'api') },
          providerParameters(ssmClient, 'twitch'),
        ),
      },
    }),
  ),
)
