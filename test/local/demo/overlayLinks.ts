import type { Link } from '../runner/cli/toolchain.ts'
import type { LocalApi } from '../runner/localApi.ts'
import { clientOf, type Json } from './recipientClient.ts'

interface Obsolete {
  /** The name of the overlays that are made here. */
  readonly name: string
  /** Which of them make room for a new one. */
  readonly isObsolete: (overlay: Json) => boolean
}

/** The page on which a streamer steers everything. */
export const panelAddress = ({ api }: LocalApi): string => `${api}/panel`

type Client = Awaited<ReturnType<typeof clientOf>>

/** The overlays of the recipient. */
export const overlaysOf = async (call: Client): Promise<readonly Json[]> =>
  (await call('GET', '/overlays?size=100')).content

/**
 * A new overlay of the recipient, in whose address the ticket works once. Obsolete ones that were made here make room:
 * a recipient has 20 places, and a local API is started more often.
 */
export const newOverlay = async (
  call: Client,
  overlays: readonly Json[],
  { name, isObsolete }: Obsolete,
): Promise<Json> => {
  for (const overlay of overlays.filter((each) => each.name === name && isObsolete(each)))
    await call('POST', '/overlays/commands/revoke-overlay', { overlayId: overlay.overlayId })
  return call('POST', '/overlays/commands/create-ticket', { name })
}

/** Links to print when the API is ready: the panel, and an overlay, which may stay in the browser source that opens it. */
export const overlayLinks = async (api: LocalApi, recipient: string): Promise<readonly Link[]> => {
  const isObsolete = ({ lastSeenAt }: Json) => lastSeenAt === null
  const call = await clientOf(api, recipient)
  const { overlayUrl: url } = await newOverlay(call, await overlaysOf(call), { name: 'npm start', isObsolete })
  return [
    { name: 'panel', title: 'Panel', url: panelAddress(api) },
    { name: 'overlay', title: 'Overlay', url },
  ]
}
