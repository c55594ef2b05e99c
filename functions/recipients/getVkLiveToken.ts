import { accountLinkRepository } from '../../shared/areas/platforms/accountLinkRepository.ts'
import { watchedChannelRepository } from '../../shared/areas/platforms/watchedChannelRepository.ts'
import { type LinkAccount, linkAccount } from '../../shared/areas/recipients/linkAccount.ts'
import { neutralResponse } from '../../shared/areas/recipients/responseObject.ts'
import { tokenRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import { getVkLiveToken } from '../../shared/areas/recipients/vkLiveContract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { providerParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { vkLive } from '../../shared/providers/vkLive.ts'
import { providerUrl } from '../../shared/runtime/env.ts'

export const handle =
  (link: LinkAccount): Handle<typeof getVkLiveToken> =>
  ({ recipientId, body: { authorizationCode } }, commit) =>
    link(recipientId, { code: authorizationCode }, commit, ({ id }, { accessToken, expiresAt }) => ({
      ...neutralResponse,
      body: { id, token: accessToken, expiresAt: new Date(expiresAt).toISOString() },
    }))

const watched = watchedChannelRepository(documentClient)

export const handler = httpHandler(
  getVkLiveToken,
  handle(
    linkAccount(
      'vkLive',
      vkLive(
        { identity: providerUrl('vkLive', 'identity'), api: providerUrl('vkLive', 'api') },
        providerParameters(ssmClient, 'vkLive'),
      ),
      accountLinkRepository(),
      tokenRepository(documentClient),
      kmsCipher(kmsClient),
      { slots: slotRepository(), rates: rateRepository(documentClient) },
      (recipientId, channel, { channelUrl }) =>
        channelUrl === undefined ? [] : [watched.creation(recipientId, channel, channelUrl)],
    ),
  ),
  commitTo(documentClient),
)
