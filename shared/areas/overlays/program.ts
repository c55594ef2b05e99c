import { derivedId } from '../../runtime/ids.ts'
import type { Overlay } from './overlay.ts'

/**
 * The overlay id of a program that connects with an access token and a name. It derives from the name, so that it is
 * the same at every connection.
 */
export const namedOverlayId = (recipientId: string, name: string): string => derivedId('overlay', recipientId, name)

/** Whether a listener connects with an access token. Earlier versions did not note that of one without a name. */
export const isProgram = ({ recipientId, overlayId, name, program }: Overlay): boolean =>
  program === true || (name !== undefined && overlayId === namedOverlayId(recipientId, name))
