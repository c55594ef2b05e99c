import { accountLinkRepository } from '../../shared/areas/platforms/accountLinkRepository.ts'
import { type LinkAccount, linkAccount } from '../../shared/areas/recipients/linkAccount.ts'
import type { DonationSystem } from '../../shared/areas/recipients/streamingPlatform.ts'
import { tokenRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import { linkSource } from '../../shared/areas/sources/contract.ts'
import { donationSourceRepository } from '../../shared/areas/sources/donationSourceRepository.ts'
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
import { donationAlerts } from '../../shared/providers/donationAlerts.ts'
import { streamElements } from '../../shared/providers/streamElements.ts'
import { streamlabs } from '../../shared/providers/streamlabs.ts'
import { providerUrl } from '../../shared/runtime/env.ts'

export const handle =
  (links: Readonly<Record<DonationSystem, LinkAccount>>): Handle<typeof linkSource> =>
  ({ recipientId, body: { service, credential } }, commit) =>
    links[service](recipientId, { code: credential }, commit, (linked) => linked)

const sources = donationSourceRepository()

const linkTo = (service: DonationSystem, adapter: Parameters<typeof linkAccount>[1]): LinkAccount =>
  linkAccount(
    service,
    adapter,
    accountLinkRepository(),
    tokenRepository(documentClient),
    kmsCipher(kmsClient),
    { slots: slotRepository(), rates: rateRepository(documentClient) },
    (recipientId, account, { tokenId }) => [sources.creation(recipientId, account, tokenId)],
  )

export const handler = httpHandler(
  linkSource,
  handle({
    donationAlerts: linkTo(
      'donationAlerts',
      donationAlerts(providerUrl('donationAlerts', 'api'), providerParameters(ssmClient, 'donationAlerts')),
    ),
    streamElements: linkTo('streamElements', streamElements(providerUrl('streamElements', 'api'))),
    streamlabs: linkTo(
      'streamlabs',
      streamlabs(providerUrl('streamlabs', 'api'), providerParameters(ssmClient, 'streamlabs')),
    ),
  }),
  commitTo(documentClient),
)
