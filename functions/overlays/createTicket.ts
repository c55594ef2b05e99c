import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { publicUrl, tableName } from '../../shared/env.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { commitTo } from '../../shared/http/idempotency.ts'
import { createTicket, overlayPath } from '../../shared/overlays/contract.ts'
import { epochSeconds, firstTicketLifetime } from '../../shared/overlays/lifetimes.ts'
import { newSecret, secretHash } from '../../shared/overlays/secret.ts'
import { type TicketStore, ticketStore } from '../../shared/overlays/ticketStore.ts'

export const handle =
  (tickets: Pick<TicketStore, 'issuance'>, url: string): Handle<typeof createTicket> =>
  ({ recipientId }, commit) => {
    const ticket = newSecret()
    const expiresAt = epochSeconds(new Date()) + firstTicketLifetime
    return commit([tickets.issuance({ ticketHash: secretHash(ticket), recipientId, expiresAt })], {
      ticket,
      overlayUrl: `${url}${overlayPath}#ticket=${ticket}`,
      expiresAt: new Date(expiresAt * 1000).toISOString(),
    })
  }

export const handler = httpHandler(
  createTicket,
  handle(ticketStore(documentClient, tableName('tickets')), publicUrl()),
  commitTo(documentClient),
)
