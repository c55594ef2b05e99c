import { documentClient } from '../../shared/aws/documentClient.ts'
import type { Write } from '../../shared/contract/write.ts'
import { env, optionalEnv, tableName } from '../../shared/env.ts'
import { inPlace } from '../../shared/limits/inPlace.ts'
import { type PlaceRepository, placeRepository } from '../../shared/limits/placeRepository.ts'
import { rateRepository } from '../../shared/limits/rateRepository.ts'
import { neededOverlays } from '../../shared/overlays/neededOverlays.ts'
import { overlayKeyStore } from '../../shared/overlays/overlayKeyStore.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/overlays/overlayRepository.ts'
import { ticketStore } from '../../shared/overlays/ticketStore.ts'
import { admission } from '../../shared/realtime/admission.ts'
import { type ConnectionStore, connectionStore } from '../../shared/realtime/connectionStore.ts'
import { openConnection } from '../../shared/realtime/contract.ts'
import { type SocketHandle, socketHandler } from '../../shared/realtime/socketHandler.ts'
import { tokenVerifier } from '../../shared/realtime/tokenVerifier.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import { type Clock, systemClock } from '../../shared/time/clock.ts'
import { epochSeconds } from '../../shared/time/utc.ts'
import { totalsRepository } from '../../shared/totals/totalsRepository.ts'

interface Ports {
  readonly admit: ReturnType<typeof admission>
  readonly connections: Pick<ConnectionStore, 'opening'>
  readonly overlays: Pick<OverlayRepository, 'list'>
  readonly places: PlaceRepository
  /** Applies all writes, or raises the reason of a refusal. */
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly clock?: Clock
}

export const handle =
  ({ admit, connections, overlays, places, apply, clock = systemClock }: Ports): SocketHandle =>
  async ({ connectionId, headers, query }) => {
    const now = new Date(clock())
    const { listener, writes, needsPlace } = await admit(headers, query, now)
    const all = [...writes, connections.opening(connectionId, listener, epochSeconds(now))]
    if (!needsPlace) return apply(all)
    const { recipientId, overlayId: id } = listener
    const newcomer = {
      recipientId,
      collection: 'overlays',
      id,
      living: neededOverlays(overlays, recipientId, clock),
    } as const
    return inPlace(places, newcomer, (place) => apply([...all, place]))
  }

const overlays = overlayRepository(documentClient, tableName('overlays'))

export const handler = socketHandler(
  openConnection,
  handle({
    admit: admission({
      tickets: ticketStore(documentClient, tableName('tickets')),
      keys: overlayKeyStore(documentClient, tableName('overlayKeys')),
      overlays,
      totals: totalsRepository(documentClient, tableName('recipients')),
      rates: rateRepository(documentClient, tableName('rates')),
      tokens: tokenVerifier(env('ISSUER'), env('AUDIENCE').split(','), optionalEnv('SCOPE')),
    }),
    connections: connectionStore(documentClient, tableName('connections')),
    overlays,
    places: placeRepository(tableName('quotas')),
    apply: applyOrThrow(documentClient),
  }),
)
