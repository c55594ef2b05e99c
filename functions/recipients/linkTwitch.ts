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
import { twitch } from '../../shared/providers/twitch.ts'
import { linkTwitch } from '../../shared/recipients/contract.ts'
import { type LinkAccount, linkAccount } from '../../shared/recipients/linkAccount.ts'
import { tokenRepository } from '../../shared/recipients/tokenRepository.ts'
import { kmsCipher } from '../../shared/secrets/cipher.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'

export const handle =
  (link: LinkAccount): Handle<typeof linkTwitch> =>
  ({ recipientId, body: { authorizationCode } }, commit) =>
    link(recipientId, { code: authorizationCode }, commit, (linked) => linked)

export const handler = httpHandler(
  linkTwitch,
  handle(
    linkAccount(
      'twitch',
      twitch(
        { identity: providerUrl('twitch', 'identity'), api: providerUrl('twitch', 'api') },
        providerParameters(ssmClient, 'twitch'),
      ),
      accountLinkRepository(tableName('accountLinks')),
      tokenRepository(documentClient, tableName('tokens')),
      kmsCipher(kmsClient, keyArn('secrets')),
      { places: placeRepository(tableName('quotas')), rates: rateRepository(documentClient, tableName('rates')) },
    ),
  ),
  commitTo(documentClient),
)
