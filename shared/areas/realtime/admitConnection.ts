import type { Write } from '../../contract/write.ts'
import { recipientFromClaims } from '../../mechanisms/http/caller.ts'
import type { RateRepository } from '../../mechanisms/limits/rateRepository.ts'
import { secretKeyOf } from '../../mechanisms/secrets/ownedSecret.ts'
import { newId } from '../../runtime/ids.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import type { Takeover } from '../overlays/overlay.ts'
import { isHashLike, type OverlayKeyStore, overlaySeconds } from '../overlays/overlayKeyStore.ts'
import type { OverlayRepository } from '../overlays/overlayRepository.ts'
import { namedOverlayId } from '../overlays/program.ts'
import { sessionGraceSeconds, type TicketStore, ticketRejected } from '../overlays/ticketStore.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { Listener } from './connectionStore.ts'
import type { TokenVerifier } from './tokenVerifier.ts'

export interface AdmissionPorts {
  readonly tickets: Pick<TicketStore, 'find' | 'removal'>
  readonly keys: Pick<OverlayKeyStore, 'creation'>
  readonly overlays: Pick<OverlayRepository, 'opening' | 'reopening'>
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly rates: Pick<RateRepository, 'spending'>
  readonly tokens: TokenVerifier
}

/** An admitted listener, and the writes that admit it: all of them or none. */
export interface Admission {
  readonly listener: Listener
  readonly writes: readonly Write[]
  /** Whether it is a program, which may be new and need a slot. A ticket has one already. */
  readonly isProgram: boolean
}

/** A listener that has neither a key nor a name, and therefore cannot come back, expires after this time. */
const strangerSeconds = 24 * 60 * 60

const bearer = /^Bearer +(\S+)$/i
const listenerName = /^[\w.-]{1,64}$/

/**
 * Decides whether a connection is accepted. Browsers cannot send headers with a WebSocket, and a token that lives
 * longer than a request must not be in an address. Therefore an overlay sends a one-time ticket, and the hash of the
 * key with which it will ask for the next ticket.
 */
export const admitConnection = ({ tickets, keys, overlays, totals, rates, tokens }: AdmissionPorts) => {
  /** @param name a program's own name, by which it continues at its last position when it connects again */
  const byToken = async (
    token: string,
    name: string | undefined,
    takeover: Takeover,
    now: Date,
  ): Promise<Admission> => {
    const recipientId = recipientFromClaims(await tokens.verify(token))
    const isNamed = name !== undefined && listenerName.test(name)
    const overlayId = isNamed ? namedOverlayId(recipientId, name) : newId()
    const { lastDelivery } = await totals.read(recipientId)
    const expiresAt = epochSeconds(now) + (isNamed ? overlaySeconds : strangerSeconds)
    const values = { startsAfter: lastDelivery, expiresAt, program: true as const, ...(isNamed && { name }) }
    return {
      listener: { recipientId, overlayId },
      writes: [
        overlays.opening(recipientId, overlayId, values, takeover, now),
        // Each connection without a name leaves an item for a day; one with a name is like a renewed ticket.
        rates.spending(recipientId, isNamed ? 'renewals' : 'tickets'),
      ],
      isProgram: true,
    }
  }

  /** @param keyHash the hash of the overlay's own key; absent for a connection that will not be renewed */
  const byTicket = async (
    ticketText: string,
    keyHash: string | undefined,
    takeover: Takeover,
    now: Date,
  ): Promise<Admission> => {
    const ticketKey = secretKeyOf(ticketText)
    if (ticketKey === undefined || (keyHash !== undefined && !isHashLike(keyHash))) throw ticketRejected()
    const ticket = await tickets.find(ticketKey, epochSeconds(now))
    if (ticket === undefined) throw ticketRejected()
    const { recipientId, overlayId, isFirst, endsAt } = ticket
    if (endsAt !== undefined && keyHash !== undefined) throw ticketRejected()
    const redemption = tickets.removal(ticketKey)
    const reopening = (values: Parameters<typeof overlays.reopening>[2]) =>
      overlays.reopening(recipientId, overlayId, values, takeover, now, ticketRejected)
    const listener = { recipientId, overlayId, ...(endsAt !== undefined && { endsAt }) }
    const admitted = { listener, isProgram: false }
    if (!isFirst)
      return { ...admitted, writes: [redemption, reopening({ expiresAt: epochSeconds(now) + overlaySeconds })] }
    const { lastDelivery: startsAfter } = await totals.read(recipientId)
    if (endsAt !== undefined) {
      const expiresAt = endsAt + sessionGraceSeconds
      return { ...admitted, writes: [redemption, reopening({ startsAfter, expiresAt, endsAt })] }
    }
    if (keyHash === undefined) {
      const expiresAt = epochSeconds(now) + strangerSeconds
      return { ...admitted, writes: [redemption, reopening({ startsAfter, expiresAt })] }
    }
    const expiresAt = epochSeconds(now) + overlaySeconds
    const registration = keys.creation({ keyHash, recipientId, overlayId, expiresAt })
    return { ...admitted, writes: [redemption, reopening({ startsAfter, keyHash, expiresAt }), registration] }
  }

  return async (
    headers: Readonly<Record<string, string>>,
    query: Readonly<Record<string, string>>,
    takeover: Takeover,
    now: Date,
  ): Promise<Admission> => {
    const token = bearer.exec(headers['authorization'] ?? '')?.[1]
    if (token !== undefined) return byToken(token, query['name'], takeover, now)
    return byTicket(query['ticket'] ?? '', query['key'], takeover, now)
  }
}
