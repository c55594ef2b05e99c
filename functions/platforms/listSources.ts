import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'
import { type SourceRepository, sourceRepository } from '../../shared/platforms/accountLinkRepository.ts'
import { listSources } from '../../shared/platforms/contract.ts'
import { platformOf } from '../../shared/recipients/streamingPlatform.ts'
import { type TokenRepository, tokenRepository } from '../../shared/recipients/tokenRepository.ts'

const unknown = { subscription: 'pending', lastEvent: null, lastError: null } as const

/** It takes two round trips, because the accounts are known by their tokens. */
const read = async (
  recipientId: string,
  tokens: Pick<TokenRepository, 'list'>,
  sources: Pick<SourceRepository, 'find'>,
) => {
  const linked = await tokens.list(recipientId)
  const keyOf = ({ system, account }: (typeof linked)[number]) => `${platformOf(system)}#${account.id}`
  const states = await sources.find(recipientId, linked.map(keyOf))
  return linked.map((token) => {
    const { id, system, account, enabled, createdAt } = token
    return { id, system, account, enabled, ...(states.get(keyOf(token)) ?? unknown), linkedAt: createdAt }
  })
}

export const handle =
  (
    tokens: Pick<TokenRepository, 'list'>,
    sources: Pick<SourceRepository, 'find'>,
    cursorKey: CursorKey,
  ): Handle<typeof listSources> =>
  ({ recipientId, query }) =>
    answerWhole({
      recipientId,
      operation: listSources,
      query,
      cursorKey,
      sortable: ['linkedAt', 'system', 'subscription', 'enabled'],
      byDefault: { property: 'linkedAt', ascending: false },
      read: () => read(recipientId, tokens, sources),
    })

export const handler = httpHandler(
  listSources,
  handle(
    tokenRepository(documentClient, tableName('tokens')),
    sourceRepository(documentClient, { accountLinks: tableName('accountLinks'), streams: tableName('streams') }),
    cursorKeyFrom(kmsClient, keyArn('cursors')),
  ),
)
