import type { OverlayLook } from '../../areas/overlays/overlayLook.ts'
import { type OverlayPart, overlayParts } from '../../areas/overlays/overlayParts.ts'

type Position = NonNullable<OverlayLook['position']>

/** The settings in the page's address. */
export interface Settings {
  /** The one-time ticket of the first connection, which is also the name of the page's stored state. */
  readonly ticket: string
  /** The only part that is shown; absent for alerts with the bars of goals. */
  readonly part?: OverlayPart
  /** Whether viewers may see that the connection is lost. */
  readonly connectionLight: boolean
  /** The address's part of the look; it has precedence over the recipient's configuration. */
  readonly look: Pick<OverlayLook, 'volume' | 'seconds' | 'position'>
}

export const positions: readonly string[] = ['top', 'center', 'bottom'] satisfies Position[]
/** Seconds for which an alert may be shown. */
export const secondsRange = [0.5, 60] as const
export const volumeRange = [0, 1] as const
export const usualVolume = 0.5

const numberWithin = (text: string | null, [minimum, maximum]: readonly [number, number]): number | undefined => {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? undefined : Math.min(maximum, Math.max(minimum, number))
}

/** Settings from the query and the fragment, which has precedence, and alone may hold the ticket: it is never sent. */
export const settingsFrom = ({ search, hash }: Readonly<Record<'search' | 'hash', string>>): Settings => {
  const fragment = new URLSearchParams(hash.slice(1))
  const query = new URLSearchParams(search)
  const setting = (name: string) => fragment.get(name) ?? query.get(name)
  const position = setting('position') ?? ''
  const volume = numberWithin(setting('volume'), volumeRange)
  const seconds = numberWithin(setting('seconds'), secondsRange)
  const part = overlayParts.find((name) => name === setting('part'))
  return {
    ticket: fragment.get('ticket') ?? '',
    ...(part && { part }),
    connectionLight: setting('lamp') === 'on',
    look: {
      ...(volume !== undefined && { volume }),
      ...(seconds !== undefined && { seconds }),
      ...(positions.includes(position) && { position: position as Position }),
    },
  }
}
