import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, providerUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { placeRepository } from '../../shared/limits/placeRepository.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { accountLinkRepository } from '../../shared/platforms/accountLinkRepository.ts'
import { watchedChannelRepository } from '../../shared/platforms/watchedChannelRepository.ts'
import { vkLive } from '../../shared/providers/vkLive.ts'
import { getVkLiveToken } from '../../shared/recipients/contract.ts'
import { type LinkAccount, linkAccount } from '../../shared/recipients/linkAccount.ts'
import { neutralResponse } from '../../shared/recipients/responseObject.ts'
import { tokenRepository } from '../../shared/recipients/tokenRepository.ts'
import { kmsCipher } from '../../shared/secrets/cipher.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'

export const handle =
  (link: LinkAccount): Handle<typeof getVkLiveToken> =>
  ({ recipientId, body: { authorizationCode } }, commit) =>
    link(recipientId, { code: authorizationCode }, commit, ({ id }, { accessToken, expiresAt }) => ({
      ...neutralResponse,
      body: { id, token: accessToken, expiresAt: new Date(expiresAt).toISOString() },
    }))

const watched = watchedChannelRepository(documentClient, tableName('watchedChannels'))

export const handler = httpHandler(
  getVkLiveToken,
  handle(
    linkAccount(
      'vkLive',
      vkLive(
        { identity: providerUrl('vkLive', 'identity'), api: providerUrl('vkLive', 'api') },
        providerParameters(ssmClient, 'vkLive'),
      ),
      accountLinkRepository(tableName('accountLinks')),
      tokenRepository(documentClient, tableName('tokens')),
      kmsCipher(kmsClient, keyArn('secrets')),
      { places: placeRepository(tableName('quotas')), rates: rateRepository(documentClient, tableName('rates')) },
      (recipientId, channel, { channelUrl }) =>
        channelUrl === undefined ? [] : [watched.creation(recipientId, channel, channelUrl)],
    ),
  ),
  commitTo(documentClient),
)
