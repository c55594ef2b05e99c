import type { Overlay } from './overlayRepository.ts'

/** Milliseconds after which API Gateway has ended every connection. */
const longestConnectionMs = 2 * 60 * 60 * 1000

/** An overlay as it is answered: whatever names its connection or its key stays here. */
export const listedOverlay = (
  { overlayId, name = '', createdAt, lastSeenAt, acknowledged, connectionId, connectedAt = 0 }: Overlay,
  now: Date,
) => ({
  id: overlayId,
  overlayId,
  name,
  createdAt,
  lastSeenAt: lastSeenAt ?? null,
  lastAcknowledged: acknowledged ?? null,
  connected: connectionId !== undefined && connectedAt + longestConnectionMs > now.getTime(),
})
