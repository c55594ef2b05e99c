import { nextTicketSeconds, renewTicket } from '../../shared/areas/overlays/contract.ts'
import { isConnected } from '../../shared/areas/overlays/listedOverlay.ts'
import {
  type OverlayKeyStore,
  overlayKeyRejected,
  overlayKeyStore,
  overlaySeconds,
} from '../../shared/areas/overlays/overlayKeyStore.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { type TicketStore, ticketStore } from '../../shared/areas/overlays/ticketStore.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { newOwnedSecret, newSecretKey, secretHash } from '../../shared/mechanisms/secrets/ownedSecret.ts'
import { webSocketUrl } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

const overlayConnected = (): Problem =>
  new Problem(
    'overlay_connected',
    'The overlay is connected. Ask again in some minutes, or when the page becomes visible.',
  )

/** It takes two round trips, because the ticket has to name the overlay of the key. */
export const handle =
  (
    keys: Pick<OverlayKeyStore, 'find' | 'change'>,
    overlays: Pick<OverlayRepository, 'find'>,
    tickets: Pick<TicketStore, 'creation'>,
    rates: Pick<RateRepository, 'spend'>,
    url: string,
    clock = systemClock,
  ): Handle<typeof renewTicket> =>
  async ({ body }, commit) => {
    const now = epochSeconds(clock())
    const key = await keys.find(secretHash(body.key), now)
    if (key === undefined) throw overlayKeyRejected()
    const { recipientId, overlayId } = key
    const { ifFree = false } = body
    if (ifFree) {
      await rates.spend(recipientId, 'renewals')
      const overlay = await overlays.find(recipientId, overlayId)
      if (overlay !== undefined && isConnected(overlay, new Date(now * 1000))) throw overlayConnected()
    }
    const ticket = newOwnedSecret(recipientId)
    const expiresAt = now + nextTicketSeconds
    // The key is extended when half of its time has passed, which saves most renewals a second write.
    const extensions = key.expiresAt - now < overlaySeconds / 2 ? [keys.change(key, now + overlaySeconds)] : []
    const issuance = tickets.creation({ ...newSecretKey(recipientId, ticket), recipientId, overlayId, expiresAt })
    const answer = { ticket, webSocketUrl: url, expiresAt: new Date(expiresAt * 1000).toISOString() }
    // Both run concurrently, because a ticket that is not answered is useless.
    const spent = ifFree ? undefined : rates.spend(recipientId, 'renewals')
    await Promise.all([commit([issuance, ...extensions], answer), spent])
    return answer
  }

export const handler = httpHandler(
  renewTicket,
  handle(
    overlayKeyStore(documentClient),
    overlayRepository(documentClient),
    ticketStore(documentClient),
    rateRepository(documentClient),
    webSocketUrl(),
  ),
  commitTo(documentClient),
)
