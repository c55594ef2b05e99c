import { accountLinkRepository } from '../../shared/areas/platforms/accountLinkRepository.ts'
import { linkKick } from '../../shared/areas/recipients/contract.ts'
import { type LinkAccount, linkAccount } from '../../shared/areas/recipients/linkAccount.ts'
import { tokenRepository } from '../../shared/areas/recipients/tokenRepository.ts'
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
import { kick } from '../../shared/providers/kick.ts'
import { providerUrl } from '../../shared/runtime/env.ts'

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
      accountLinkRepository(),
      tokenRepository(documentClient),
      kmsCipher(kmsClient),
      { slots: slotRepository(), rates: rateRepository(documentClient) },
    ),
  ),
  commitTo(documentClient),
)
