import { toggleToken } from '../../shared/areas/recipients/contract.ts'
import { type TokenRepository, tokenRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'

export const handle =
  (tokens: Pick<TokenRepository, 'change'>): Handle<typeof toggleToken> =>
  ({ recipientId, body: { id, enabled } }, commit) =>
    commit([tokens.change(recipientId, id, enabled)], { id, enabled })

export const handler = httpHandler(toggleToken, handle(tokenRepository(documentClient)), commitTo(documentClient))
