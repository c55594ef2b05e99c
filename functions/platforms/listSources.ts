import { type SourceRepository, sourceRepository } from '../../shared/areas/platforms/accountLinkRepository.ts'
import { listSources } from '../../shared/areas/platforms/contract.ts'
import { donationSystems, platformOf } from '../../shared/areas/recipients/streamingPlatform.ts'
import { type TokenRepository, tokenRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import {
  type DonationSource,
  type DonationSourceStore,
  donationSourceStore,
} from '../../shared/areas/sources/donationSourceRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { answerWhole } from '../../shared/mechanisms/page/answerWhole.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'

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
  ({ recipientId, member, query }) =>
    answerWhole({
      recipientId,
      member,
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
    tokenRepository(documentClient),
    sourceRepository(documentClient),
    donationSourceStore(documentClient),
    cursorKeyFrom(kmsClient),
  ),
)
