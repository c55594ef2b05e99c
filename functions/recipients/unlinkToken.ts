import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { type PlaceRepository, placeRepository } from '../../shared/limits/placeRepository.ts'
import { type AccountLinkRepository, accountLinkRepository } from '../../shared/platforms/accountLinkRepository.ts'
import {
  type WatchedChannelRepository,
  watchedChannelRepository,
} from '../../shared/platforms/watchedChannelRepository.ts'
import { unlinkToken } from '../../shared/recipients/contract.ts'
import { donationSystems } from '../../shared/recipients/streamingPlatform.ts'
import { notFound, type TokenRepository, tokenRepository } from '../../shared/recipients/tokenRepository.ts'
import {
  type DonationSourceRepository,
  donationSourceRepository,
} from '../../shared/sources/donationSourceRepository.ts'

/** The record and the link are deleted together; the table stream of the records leads to the revocation. */
export const handle =
  (
    tokens: Pick<TokenRepository, 'find' | 'removal'>,
    links: Pick<AccountLinkRepository, 'removal'>,
    watched: Pick<WatchedChannelRepository, 'removal'>,
    sources: Pick<DonationSourceRepository, 'removal'>,
    places: Pick<PlaceRepository, 'removal'>,
  ): Handle<typeof unlinkToken> =>
  async ({ recipientId, body: { id } }, commit) => {
    const record = await tokens.find(recipientId, id)
    if (record === undefined) throw notFound()
    const account = `${record.platform}#${record.accountId}`
    const writes = [
      tokens.removal(recipientId, id),
      links.removal(recipientId, account),
      places.removal(recipientId, 'accounts', id),
      ...(record.platform === 'vkLive' ? [watched.removal(recipientId, account)] : []),
      ...(record.platform in donationSystems ? [sources.removal(recipientId, account)] : []),
    ]
    return commit(writes, {})
  }

export const handler = httpHandler(
  unlinkToken,
  handle(
    tokenRepository(documentClient, tableName('tokens')),
    accountLinkRepository(tableName('accountLinks')),
    watchedChannelRepository(documentClient, tableName('watchedChannels')),
    donationSourceRepository(tableName('donationSources')),
    placeRepository(tableName('quotas')),
  ),
  commitTo(documentClient),
)
