import { listTokens } from '../../shared/areas/recipients/contract.ts'
import { type TokenRepository, tokenRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

export const handle =
  (tokens: Pick<TokenRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listTokens> =>
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
      operation: listTokens,
      query,
      cursorKey,
      sortable: ['createdAt', 'updatedAt', 'system', 'enabled'],
      byDefault: { property: 'createdAt', ascending: false },
      read: () => tokens.list(recipientId),
    })

export const handler = httpHandler(listTokens, handle(tokenRepository(documentClient), cursorKeyFrom(kmsClient)))
