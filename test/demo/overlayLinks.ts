import type { Link } from '../harness/cli/toolchain.ts'
import type { LocalApi } from '../harness/localApi.ts'
import { clientOf, type Json } from './recipientClient.ts'

interface Obsolete {
  /** The name of the overlays that are made here. */
  readonly name: string
  /** Which of them make room for a new one. */
  readonly isObsolete: (overlay: Json) => boolean
}

/** The end of an overlay's address, by which its overlay is found again. */
const placeOf = ({ overlayId }: Json): string => `&overlay=${overlayId}`

/**
 * The address of an overlay of the recipient: the kept one while that overlay exists, else a new one, whose ticket works
 * once. Obsolete overlays that were made here make room for a new one: a recipient has 20 places, and a local API is
 * started more often.
 */
export const overlayUrl = async (
  api: Pick<LocalApi, 'api' | 'issuer'>,
  recipient: string,
  { name, isObsolete }: Obsolete,
  kept?: string,
): Promise<string> => {
  const call = await clientOf(api, recipient)
  const { content } = await call('GET', '/overlays?size=100')
  if (kept !== undefined && content.some((each: Json) => kept.endsWith(placeOf(each)))) return kept
  for (const overlay of content.filter((each: Json) => each.name === name && isObsolete(each)))
    await call('POST', '/overlays/commands/revoke-overlay', { overlayId: overlay.overlayId })
  const made = await call('POST', '/overlays/commands/create-ticket', { name })
  return made.overlayUrl + placeOf(made)
}

/** The link to print when the API is ready: an overlay, which may stay in a browser source if it is opened once. */
export const overlayLinks = async (api: LocalApi, recipient: string): Promise<readonly Link[]> => {
  const isObsolete = ({ lastSeenAt }: Json) => lastSeenAt === null
  const url = await overlayUrl(api, recipient, { name: 'npm start', isObsolete })
  return [{ name: 'overlay', title: 'The overlay of that recipient, for a browser', url }]
}
