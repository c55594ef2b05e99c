import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { unlinkToken } from '../../shared/recipients/contract.ts'
import { notFound } from '../../shared/recipients/tokenRepository.ts'
import { type UnlinkRepository, unlinkRepository } from '../../shared/recipients/unlinkRepository.ts'

/** Record and claim are deleted together; the stream of the records leads to the revocation of the tokens. */
export const handle =
  (links: UnlinkRepository): Handle<typeof unlinkToken> =>
  async ({ recipientId, body: { id } }, commit) => {
    const record = await links.find(recipientId, id)
    if (record === undefined) throw notFound()
    return commit(links.removal(recipientId, record), {})
  }

export const handler = httpHandler(
  unlinkToken,
  handle(
    unlinkRepository(documentClient, {
      tokens: tableName('tokens'),
      accountLinks: tableName('accountLinks'),
      watchedChannels: tableName('watchedChannels'),
      quotas: tableName('quotas'),
    }),
  ),
  commitTo(documentClient),
)
