import type { Link } from '../harness/cli/toolchain.ts'
import type { LocalApi } from '../harness/localApi.ts'
import { clientOf, type Json } from './recipientClient.ts'

interface Obsolete {
  /** The name of the overlays that are made here. */
  readonly name: string
  /** Which of them make room for a new one. */
  readonly isObsolete: (overlay: Json) => boolean
}

/**
 * The address of a new overlay of the recipient; the ticket in it works once. Obsolete overlays that were made here before make room: a recipient has
 * 20 places, and a local API is started more often.
 */
export const newOverlayUrl = async (
  api: Pick<LocalApi, 'api' | 'issuer'>,
  recipient: string,
  { name, isObsolete }: Obsolete,
): Promise<string> => {
  const call = await clientOf(api, recipient)
  const { content } = await call('GET', '/overlays?size=100')
  for (const overlay of content.filter((each: Json) => each.name === name && isObsolete(each)))
    await call('POST', '/overlays/commands/revoke-overlay', { overlayId: overlay.overlayId })
  return (await call('POST', '/overlays/commands/create-ticket', { name })).overlayUrl
}

/** The link to print when the API is ready: an overlay, which may stay in a browser source if it is opened once. */
export const overlayLinks = async (api: LocalApi, recipient: string): Promise<readonly Link[]> => {
  const isObsolete = ({ lastSeenAt }: Json) => lastSeenAt === null
  const url = await newOverlayUrl(api, recipient, { name: 'npm start', isObsolete })
  return [{ name: 'overlay', title: 'The overlay of that recipient, for a browser', url }]
}
