import { createTicket, overlayPath } from '../../shared/areas/overlays/contract.ts'
import { neededOverlays } from '../../shared/areas/overlays/neededOverlays.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { firstTicketSeconds, type TicketStore, ticketStore } from '../../shared/areas/overlays/ticketStore.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { inPlace } from '../../shared/mechanisms/limits/inPlace.ts'
import { type PlaceRepository, placeRepository } from '../../shared/mechanisms/limits/placeRepository.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { newOwnedSecret, newSecretKey } from '../../shared/mechanisms/secrets/ownedSecret.ts'
import { publicUrl, tableName, webSocketUrl } from '../../shared/runtime/env.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

/** The overlay is created before it connects, so that it can be revoked before it connects too. */
export const handle =
  (
    tickets: Pick<TicketStore, 'creation'>,
    overlays: Pick<OverlayRepository, 'creation' | 'list'>,
    places: PlaceRepository,
    rates: Pick<RateRepository, 'spending'>,
    urls: { readonly api: string; readonly webSocket: string },
    clock = systemClock,
  ): Handle<typeof createTicket> =>
  ({ recipientId, body: { name } }, commit) => {
    const now = new Date(clock())
    const ticket = newOwnedSecret(recipientId)
    const expiresAt = epochSeconds(now) + firstTicketSeconds
    const overlayId = newId()
    const creation = overlays.creation(recipientId, {
      overlayId,
      expiresAt,
      createdAt: now.toISOString(),
      ...(name !== undefined && { name }),
    })
    const issuance = tickets.creation({
      ...newSecretKey(recipientId, ticket),
      recipientId,
      overlayId,
      expiresAt,
      isFirst: true,
    })
    const answer = {
      overlayId,
      ticket,
      overlayUrl: `${urls.api}${overlayPath}#ticket=${ticket}`,
      webSocketUrl: urls.webSocket,
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    }
    const living = neededOverlays(overlays, recipientId, clock)
    const newcomer = { recipientId, collection: 'overlays', id: overlayId, living } as const
    return inPlace(places, newcomer, (place) =>
      commit([issuance, creation, place, rates.spending(recipientId, 'tickets')], answer),
    )
  }

export const handler = httpHandler(
  createTicket,
  handle(
    ticketStore(documentClient, tableName('tickets')),
    overlayRepository(documentClient, tableName('overlays')),
    placeRepository(tableName('quotas')),
    rateRepository(documentClient, tableName('rates')),
    { api: publicUrl(), webSocket: webSocketUrl() },
  ),
  commitTo(documentClient),
)
