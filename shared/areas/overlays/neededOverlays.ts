import { derivedId } from '../../runtime/ids.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { isConnected } from './listedOverlay.ts'
import type { Overlay } from './overlay.ts'
import type { OverlayRepository } from './overlayRepository.ts'

/**
 * The overlay id of a program that connects with an access token and a name. It derives from the name, so that it is
 * the same at every connection.
 */
export const namedOverlayId = (recipientId: string, name: string): string => derivedId('overlay', recipientId, name)

const isAwaited = ({ lastSeenAt }: Overlay): boolean => lastSeenAt === undefined

const canReturn = ({ recipientId, overlayId, name, keyHash }: Overlay): boolean =>
  keyHash !== undefined || (name !== undefined && overlayId === namedOverlayId(recipientId, name))

/** Overlays that still need their place: they wait for their first connection, can come back, or are connected. */
export const neededOverlays =
  (overlays: Pick<OverlayRepository, 'list'>, recipientId: string, clock = systemClock) =>
  async (): Promise<readonly string[]> => {
    const now = new Date(clock())
    const all = await overlays.list(recipientId)
    return all
      .filter(({ expiresAt }) => expiresAt > epochSeconds(now))
      .filter((overlay) => isAwaited(overlay) || canReturn(overlay) || isConnected(overlay, now))
      .map(({ overlayId }) => overlayId)
  }
