import type { Overlay } from './overlayRepository.ts'

/** Milliseconds after which API Gateway has ended every connection. */
const longestConnectionMs = 2 * 60 * 60 * 1000

/** As far as is known. */
export const isConnected = ({ connectionId, connectedAt = 0 }: Overlay, now: Date): boolean =>
  connectionId !== undefined && connectedAt + longestConnectionMs > now.getTime()

/** An overlay as it is answered: whatever names its connection or its key stays here. */
export const listedOverlay = (overlay: Overlay, now: Date) => {
  const { overlayId, name = '', createdAt, lastSeenAt, acknowledged } = overlay
  return {
    id: overlayId,
    overlayId,
    name,
    createdAt,
    lastSeenAt: lastSeenAt ?? null,
    lastAcknowledged: acknowledged ?? null,
    connected: isConnected(overlay, now),
  }
}
