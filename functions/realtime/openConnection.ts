import { keptPrograms } from '../../shared/areas/overlays/neededOverlays.ts'
import { type Connection, OtherConnection } from '../../shared/areas/overlays/overlay.ts'
import { overlayKeyStore } from '../../shared/areas/overlays/overlayKeyStore.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { ticketStore } from '../../shared/areas/overlays/ticketStore.ts'
import { admitConnection } from '../../shared/areas/realtime/admitConnection.ts'
import { type ConnectionStore, connectionStore } from '../../shared/areas/realtime/connectionStore.ts'
import { openConnection } from '../../shared/areas/realtime/contract.ts'
import { type Dismiss, dismissConnection } from '../../shared/areas/realtime/dismissConnection.ts'
import type { SocketEvent } from '../../shared/areas/realtime/socketEvent.ts'
import { type SocketHandle, socketHandler } from '../../shared/areas/realtime/socketHandler.ts'
import { socketSender } from '../../shared/areas/realtime/socketSender.ts'
import { tokenVerifier } from '../../shared/areas/realtime/tokenVerifier.ts'
import { totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Write } from '../../shared/contract/write.ts'
import { connectionsClient } from '../../shared/mechanisms/aws/connectionsClient.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { type SlotRepository, slotRepository } from '../../shared/mechanisms/limits/slotRepository.ts'
import { withSlot } from '../../shared/mechanisms/limits/withSlot.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { Conflict, retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { env, optionalEnv } from '../../shared/runtime/env.ts'
import { type Clock, systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

interface Ports {
  readonly admit: ReturnType<typeof admitConnection>
  readonly connections: Pick<ConnectionStore, 'creation'>
  readonly overlays: Pick<OverlayRepository, 'listeners'>
  readonly slots: SlotRepository
  /** Applies all writes, or raises the reason of a refusal. */
  readonly apply: (writes: readonly Write[]) => Promise<void>
  readonly dismiss: Dismiss
  readonly clock?: Clock
}

/** An overlay has one connection: a new one takes over from the one before, which is dismissed then. */
export const handle = ({
  admit,
  connections,
  overlays,
  slots,
  apply,
  dismiss,
  clock = systemClock,
}: Ports): SocketHandle => {
  const open = async (
    { connectionId, connectedAt, headers, query }: SocketEvent,
    previous: Connection | undefined,
    now: Date,
  ): Promise<string> => {
    const { listener, writes, isProgram } = await admit(headers, query, { connectionId, connectedAt, previous }, now)
    const all = [...writes, connections.creation(connectionId, listener, epochSeconds(now))]
    const { recipientId, overlayId: id } = listener
    const living = keptPrograms(overlays, recipientId, clock)
    const newcomer = { recipientId, collection: 'programs', id, living } as const
    await (isProgram ? withSlot(slots, newcomer, (slot) => apply([...all, slot])) : apply(all))
    return recipientId
  }

  return async (event) => {
    const now = new Date(clock())
    let previous: Connection | undefined
    const recipientId = await retryOnConflict(async () => {
      try {
        return await open(event, previous, now)
      } catch (error) {
        if (!(error instanceof OtherConnection)) throw error
        previous = error.connection
        throw new Conflict()
      }
    })
    if (previous !== undefined && previous.connectionId !== event.connectionId)
      await dismiss(recipientId, previous, 'superseded')
  }
}

const overlays = overlayRepository(documentClient)

export const handler = socketHandler(
  openConnection,
  handle({
    admit: admitConnection({
      tickets: ticketStore(documentClient),
      keys: overlayKeyStore(documentClient),
      overlays,
      totals: totalsRepository(documentClient),
      rates: rateRepository(documentClient),
      tokens: tokenVerifier(env('ISSUER'), env('AUDIENCE').split(','), optionalEnv('SCOPE')),
    }),
    connections: connectionStore(documentClient),
    overlays,
    slots: slotRepository(),
    apply: applyOrThrow(documentClient),
    dismiss: dismissConnection(socketSender(connectionsClient)),
  }),
)
