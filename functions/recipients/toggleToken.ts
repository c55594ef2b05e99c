import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { toggleToken } from '../../shared/recipients/contract.ts'
import { type TokenRepository, tokenRepository } from '../../shared/recipients/tokenRepository.ts'

export const handle =
  (tokens: Pick<TokenRepository, 'change'>): Handle<typeof toggleToken> =>
  ({ recipientId, body: { id, enabled } }, commit) =>
    commit([tokens.change(recipientId, id, enabled)], { id, enabled })

export const handler = httpHandler(
  toggleToken,
  handle(tokenRepository(documentClient, tableName('tokens'))),
  commitTo(documentClient),
)
