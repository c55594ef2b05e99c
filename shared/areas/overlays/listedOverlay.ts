import type { Overlay } from './overlay.ts'

/** Milliseconds after which API Gateway has ended every connection. */
export const longestConnectionMs = 2 * 60 * 60 * 1000

/** Whether the overlay is connected, as far as the service knows. */
export const isConnected = ({ connectionId, connectedAt = 0 }: Overlay, now: Date): boolean =>
  connectionId !== undefined && connectedAt + longestConnectionMs > now.getTime()

/** The name that people see; undefined when it has none. */
export const shownName = ({ givenName, name }: Pick<Overlay, 'givenName' | 'name'>): string | undefined =>
  givenName ?? name

/** An overlay in an answer, without its connection's id and its key's hash. */
export const listedOverlay = (overlay: Overlay, now: Date) => {
  const { overlayId, createdAt, lastSeenAt, acknowledged } = overlay
  return {
    id: overlayId,
    overlayId,
    name: shownName(overlay) ?? '',
    part: overlay.part ?? null,
    createdAt,
    lastSeenAt: lastSeenAt ?? null,
    lastAcknowledged: acknowledged ?? null,
    connected: isConnected(overlay, now),
  }
}
