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
import { donationAlerts } from '../../shared/providers/donationAlerts.ts'
import { streamElements } from '../../shared/providers/streamElements.ts'
import { streamlabs } from '../../shared/providers/streamlabs.ts'
import { type LinkAccount, linkAccount } from '../../shared/recipients/linkAccount.ts'
import type { DonationSystem } from '../../shared/recipients/streamingPlatform.ts'
import { tokenRepository } from '../../shared/recipients/tokenRepository.ts'
import { kmsCipher } from '../../shared/secrets/cipher.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'
import { linkSource } from '../../shared/sources/contract.ts'
import { donationSourceRepository } from '../../shared/sources/donationSourceRepository.ts'

export const handle =
  (links: Readonly<Record<DonationSystem, LinkAccount>>): Handle<typeof linkSource> =>
  ({ recipientId, body: { service, credential } }, commit) =>
    links[service](recipientId, { code: credential }, commit, (linked) => linked)

const sources = donationSourceRepository(tableName('donationSources'))

const linkTo = (service: DonationSystem, adapter: Parameters<typeof linkAccount>[1]): LinkAccount =>
  linkAccount(
    service,
    adapter,
    accountLinkRepository(tableName('accountLinks')),
    tokenRepository(documentClient, tableName('tokens')),
    kmsCipher(kmsClient, keyArn('secrets')),
    { places: placeRepository(tableName('quotas')), rates: rateRepository(documentClient, tableName('rates')) },
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
