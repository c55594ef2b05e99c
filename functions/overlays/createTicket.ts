import { type MemberRepository, memberRepository } from '../../shared/areas/members/memberRepository.ts'
import {
  createTicket,
  firstTicketSeconds,
  nextTicketSeconds,
  overlayPath,
} from '../../shared/areas/overlays/contract.ts'
import { keptSessions, neededOverlays } from '../../shared/areas/overlays/neededOverlays.ts'
import type { Overlay } from '../../shared/areas/overlays/overlay.ts'
import { type OverlayKeyStore, overlayKeyStore } from '../../shared/areas/overlays/overlayKeyStore.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { type TicketStore, ticketStore } from '../../shared/areas/overlays/ticketStore.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type SlotRepository, slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../shared/mechanisms/limits/withSlot.ts'
import { newOwnedSecret, newSecretKey } from '../../shared/mechanisms/secrets/ownedSecret.ts'
import { publicUrl, webSocketUrl } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

/** The panel of earlier versions kept a key in the browser, which would outlive the session. */
const isPanelOfBefore = ({ name, keyHash, afterSessions }: Overlay): boolean =>
  name === 'panel' && keyHash !== undefined && !afterSessions

/**
 * The overlay is created before it connects, so that it can be revoked before it connects too. A member gets pages with
 * a session alone, because an overlay's key outlasts a membership; a page that is made beside the end of the membership
 * is refused by the transaction.
 */
export const handle =
  (
    tickets: Pick<TicketStore, 'creation'>,
    overlays: Pick<OverlayRepository, 'creation' | 'list' | 'sessions' | 'removal'>,
    keys: Pick<OverlayKeyStore, 'removal'>,
    slots: SlotRepository,
    rates: Pick<RateRepository, 'spending'>,
    members: Pick<MemberRepository, 'presence'>,
    urls: { readonly api: string; readonly webSocket: string },
    clock = systemClock,
  ): Handle<typeof createTicket> =>
  ({ recipientId, member, tokenEndsAt, body: { name, part, session } }, commit) => {
    if (member !== undefined && !session) throw new Problem('forbidden', 'Only the owner makes overlays.')
    const now = new Date(clock())
    const ticket = newOwnedSecret(recipientId)
    const expiresAt = epochSeconds(now) + (session ? nextTicketSeconds : firstTicketSeconds)
    const overlayId = newId()
    const endsAt = session ? { endsAt: tokenEndsAt } : {}
    const creation = overlays.creation(recipientId, {
      overlayId,
      expiresAt,
      createdAt: now.toISOString(),
      afterSessions: true,
      ...(name !== undefined && { name }),
      ...(part !== undefined && { part }),
      ...(member !== undefined && { memberId: member.memberId }),
      ...endsAt,
    })
    const issuance = tickets.creation({
      ...newSecretKey(recipientId, ticket),
      recipientId,
      overlayId,
      expiresAt,
      isFirst: true,
      ...endsAt,
    })
    const answer = {
      overlayId,
      ticket,
      overlayUrl: `${urls.api}${overlayPath}${part === undefined ? '' : `?part=${part}`}#ticket=${ticket}`,
      webSocketUrl: urls.webSocket,
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    }
    if (member !== undefined) {
      const living = keptSessions(overlays, recipientId, 'memberSessions', clock)
      const page = { recipientId, collection: 'memberSessions', id: overlayId, living } as const
      const presence = members.presence(recipientId, member.memberId)
      return withSlot(slots, page, (slot) =>
        commit([issuance, creation, presence, slot, rates.spending(recipientId, 'renewals')], answer),
      )
    }
    if (session) {
      const living = keptSessions(overlays, recipientId, 'sessions', clock)
      const page = { recipientId, collection: 'sessions', id: overlayId, living } as const
      return withSlot(slots, page, async (slot) => {
        const former = (await overlays.list(recipientId)).filter(isPanelOfBefore)
        const endings = former.flatMap((overlay) => [
          overlays.removal(recipientId, overlay),
          ...(overlay.keyHash === undefined ? [] : [keys.removal(overlay.keyHash)]),
        ])
        return commit([issuance, creation, slot, rates.spending(recipientId, 'renewals'), ...endings], answer)
      })
    }
    const living = neededOverlays(overlays, recipientId, clock)
    const newcomer = { recipientId, collection: 'overlays', id: overlayId, living } as const
    return withSlot(slots, newcomer, (slot) =>
      commit([issuance, creation, slot, rates.spending(recipientId, 'tickets')], answer),
    )
  }

export const handler = memberHandler(
  createTicket,
  handle(
    ticketStore(documentClient),
    overlayRepository(documentClient),
    overlayKeyStore(documentClient),
    slotRepository(),
    rateRepository(documentClient),
    memberRepository(documentClient),
    { api: publicUrl(), webSocket: webSocketUrl() },
  ),
  commitTo(documentClient),
)
