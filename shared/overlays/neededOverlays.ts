import { derivedId } from '../ids.ts'
import { epochSeconds } from '../time/epochSeconds.ts'
import { isConnected } from './listedOverlay.ts'
import type { Overlay, OverlayRepository } from './overlayRepository.ts'

/** The id of a program that connects with an access token and says what it is called: it is the same one whenever it comes back. */
export const namedOverlayId = (recipientId: string, name: string): string => derivedId('overlay', recipientId, name)

const isAwaited = ({ lastSeenAt }: Overlay): boolean => lastSeenAt === undefined

const canReturn = ({ recipientId, overlayId, name, keyHash }: Overlay): boolean =>
  keyHash !== undefined || (name !== undefined && overlayId === namedOverlayId(recipientId, name))

/** Overlays that need the place that they have taken: those that wait for their first connection, can come back, or are connected. */
export const neededOverlays =
  (overlays: Pick<OverlayRepository, 'list'>, recipientId: string) => async (): Promise<readonly string[]> => {
    const now = new Date()
    const all = await overlays.list(recipientId)
    return all
      .filter(({ expiresAt }) => expiresAt > epochSeconds(now))
      .filter((overlay) => isAwaited(overlay) || canReturn(overlay) || isConnected(overlay, now))
      .map(({ overlayId }) => overlayId)
  }
