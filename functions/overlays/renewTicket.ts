import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { renewTicket } from '../../shared/overlays/contract.ts'
import { epochSeconds, nextTicketLifetime, overlayLifetime } from '../../shared/overlays/lifetimes.ts'
import { type OverlayKeyStore, overlayKeyRejected, overlayKeyStore } from '../../shared/overlays/overlayKeyStore.ts'
import { newSecret, secretHash } from '../../shared/overlays/secret.ts'
import { type TicketStore, ticketStore } from '../../shared/overlays/ticketStore.ts'

/** Two round trips: the ticket has to name the overlay whose key this is. */
export const handle =
  (
    keys: Pick<OverlayKeyStore, 'find' | 'extension'>,
    tickets: Pick<TicketStore, 'issuance'>,
  ): Handle<typeof renewTicket> =>
  async ({ body }, commit) => {
    const now = epochSeconds(new Date())
    const key = await keys.find(secretHash(body.key), now)
    if (key === undefined) throw overlayKeyRejected()
    const { recipientId, overlayId } = key
    const ticket = newSecret()
    const expiresAt = now + nextTicketLifetime
    // Extended when half of its time is gone, which spares the second write of all other renewals.
    const extensions = key.expiresAt - now < overlayLifetime / 2 ? [keys.extension(key, now + overlayLifetime)] : []
    const issuance = tickets.issuance({ ticketHash: secretHash(ticket), recipientId, overlayId, expiresAt })
    return commit([issuance, ...extensions], { ticket, expiresAt: new Date(expiresAt * 1000).toISOString() })
  }

export const handler = httpHandler(
  renewTicket,
  handle(overlayKeyStore(documentClient, tableName('overlayKeys')), ticketStore(documentClient, tableName('tickets'))),
  commitTo(documentClient),
)
