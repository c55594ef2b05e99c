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
import { kick } from '../../shared/providers/kick.ts'
import { linkKick } from '../../shared/recipients/contract.ts'
import { type LinkAccount, linkAccount } from '../../shared/recipients/linkAccount.ts'
import { tokenRepository } from '../../shared/recipients/tokenRepository.ts'
import { kmsCipher } from '../../shared/secrets/cipher.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'

export const handle =
  (link: LinkAccount): Handle<typeof linkKick> =>
  ({ recipientId, body: { authorizationCode, codeVerifier } }, commit) =>
    link(recipientId, { code: authorizationCode, codeVerifier }, commit, (linked) => linked)

export const handler = httpHandler(
  linkKick,
  handle(
    linkAccount(
      'kick',
      kick(
        { identity: providerUrl('kick', 'identity'), api: providerUrl('kick', 'api') },
        providerParameters(ssmClient, 'kick'),
      ),
      accountLinkRepository(tableName('accountLinks')),
      tokenRepository(documentClient, tableName('tokens')),
      kmsCipher(kmsClient, keyArn('secrets')),
      { places: placeRepository(tableName('quotas')), rates: rateRepository(documentClient, tableName('rates')) },
    ),
  ),
  commitTo(documentClient),
)
