import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { answerWhole } from '../../shared/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/page/cursor.ts'
import { type SourceRepository, sourceRepository } from '../../shared/platforms/accountLinkRepository.ts'
import { listSources } from '../../shared/platforms/contract.ts'
import { donationSystems, platformOf } from '../../shared/recipients/streamingPlatform.ts'
import { type TokenRepository, tokenRepository } from '../../shared/recipients/tokenRepository.ts'
import {
  type DonationSource,
  type DonationSourceStore,
  donationSourceStore,
} from '../../shared/sources/donationSourceRepository.ts'

const donationState = ({ lastError, askedAt }: Pick<DonationSource, 'lastError' | 'askedAt'>) => ({
  subscription: lastError === undefined ? ('polled' as const) : ('failed' as const),
  lastEvent: null,
  lastError: lastError ?? null,
  missingScopes: [],
  lastAskedAt: askedAt ?? null,
})

/** It takes two round trips, because the accounts are known by their tokens. */
const read = async (
  recipientId: string,
  tokens: Pick<TokenRepository, 'list'>,
  sources: Pick<SourceRepository, 'find'>,
  donationSources: Pick<DonationSourceStore, 'find'>,
) => {
  const linked = await tokens.list(recipientId)
  const keyOf = ({ system, account }: (typeof linked)[number]) => `${platformOf(system)}#${account.id}`
  const isDonationService = (token: (typeof linked)[number]) => String(platformOf(token.system)) in donationSystems
  const [asked, others] = [linked.filter(isDonationService), linked.filter((token) => !isDonationService(token))]
  const [states, donationStates] = await Promise.all([
    sources.find(recipientId, new Map(others.map((token) => [keyOf(token), token.scopes]))),
    donationSources.find(recipientId, asked.map(keyOf)),
  ])
  const stateOf = (token: (typeof linked)[number]) => {
    if (isDonationService(token)) return donationState(donationStates.get(keyOf(token)) ?? {})
    const state = states.get(keyOf(token))
    return state && { ...state, lastAskedAt: null }
  }
  return linked.flatMap((token) => {
    const { id, system, account, enabled, createdAt } = token
    const state = stateOf(token)
    return state === undefined ? [] : [{ id, system, account, enabled, ...state, linkedAt: createdAt }]
  })
}

export const handle =
  (
    tokens: Pick<TokenRepository, 'list'>,
    sources: Pick<SourceRepository, 'find'>,
    donationSources: Pick<DonationSourceStore, 'find'>,
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
      read: () => read(recipientId, tokens, sources, donationSources),
    })

export const handler = httpHandler(
  listSources,
  handle(
    tokenRepository(documentClient, tableName('tokens')),
    sourceRepository(documentClient, { accountLinks: tableName('accountLinks'), streams: tableName('streams') }),
    donationSourceStore(documentClient, tableName('donationSources')),
    cursorKeyFrom(kmsClient, keyArn('cursors')),
  ),
)
