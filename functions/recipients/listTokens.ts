import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'
import { listTokens } from '../../shared/recipients/contract.ts'
import { type TokenRepository, tokenRepository } from '../../shared/recipients/tokenRepository.ts'

export const handle =
  (tokens: Pick<TokenRepository, 'list'>, cursorKey: CursorKey): Handle<typeof listTokens> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listTokens,
      query,
      cursorKey,
      sortable: ['createdAt', 'updatedAt', 'system', 'enabled'],
      byDefault: { property: 'createdAt', ascending: false },
      read: () => tokens.list(recipientId),
    })

export const handler = httpHandler(
  listTokens,
  handle(tokenRepository(documentClient, tableName('tokens')), cursorKeyFrom(kmsClient, keyArn('cursors'))),
)
