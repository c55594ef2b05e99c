import {
  type AccountLinkRepository,
  accountLinkRepository,
} from '../../shared/areas/platforms/accountLinkRepository.ts'
import { streamRemoval } from '../../shared/areas/platforms/streamRepository.ts'
import {
  type WatchedChannelRepository,
  watchedChannelRepository,
} from '../../shared/areas/platforms/watchedChannelRepository.ts'
import { unlinkToken } from '../../shared/areas/recipients/contract.ts'
import { donationSystems } from '../../shared/areas/recipients/streamingPlatform.ts'
import { notFound, type TokenRepository, tokenRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import {
  type DonationSourceRepository,
  donationSourceRepository,
} from '../../shared/areas/sources/donationSourceRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type SlotRepository, slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'

/** The record and the link are deleted together; the table stream of the records leads to the revocation. */
export const handle =
  (
    tokens: Pick<TokenRepository, 'find' | 'removal'>,
    links: Pick<AccountLinkRepository, 'removal'>,
    watched: Pick<WatchedChannelRepository, 'removal'>,
    sources: Pick<DonationSourceRepository, 'removal'>,
    slots: Pick<SlotRepository, 'removal'>,
  ): Handle<typeof unlinkToken> =>
  async ({ recipientId, body: { id } }, commit) => {
    const record = await tokens.find(recipientId, id)
    if (record === undefined) throw notFound()
    const account = `${record.platform}#${record.accountId}`
    const writes = [
      tokens.removal(recipientId, id),
      links.removal(recipientId, account),
      slots.removal(recipientId, 'accounts', id),
      ...(record.platform === 'vkLive' ? [watched.removal(recipientId, account)] : []),
      record.platform in donationSystems ? sources.removal(recipientId, account) : streamRemoval(recipientId, account),
    ]
    return commit(writes, {})
  }

export const handler = httpHandler(
  unlinkToken,
  handle(
    tokenRepository(documentClient),
    accountLinkRepository(),
    watchedChannelRepository(documentClient),
    donationSourceRepository(),
    slotRepository(),
  ),
  commitTo(documentClient),
)
