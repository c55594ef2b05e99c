import { accountLinkRepository } from '../../shared/areas/platforms/accountLinkRepository.ts'
import { linkTwitch } from '../../shared/areas/recipients/contract.ts'
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
import { twitch } from '../../shared/providers/twitch.ts'
import { providerUrl } from '../../shared/runtime/env.ts'

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
      accountLinkRepository(),
      tokenRepository(documentClient),
      kmsCipher(kmsClient),
      { slots: slotRepository(), rates: rateRepository(documentClient) },
    ),
  ),
  commitTo(documentClient),
)
