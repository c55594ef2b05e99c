import { positionAt } from './sequences.ts'

/** The state of the show, as its schema in the contract explains it. */
export interface Show {
  readonly paused: boolean
  readonly muted: boolean
  readonly cleared: number
  readonly skipped: number[]
  readonly sequence: number
}

export const showCommands = ['pause', 'resume', 'skip', 'clear', 'mute', 'unmute'] as const
type ShowCommand = (typeof showCommands)[number]

/** The state as it is stored in the recipient's item. */
export interface StoredShow extends Show {
  readonly changedAt: string
  /** The member whose command it was, by its `actorId`; absent after one of the recipient. */
  readonly decidedBy?: string
}

/** The most sequences of skipped deliveries that are remembered: overlays that come back later show the older ones. */
export const mostSkipped = 20

const usual: Show = { paused: false, muted: false, cleared: 0, skipped: [], sequence: 0 }

/** The state of a recipient's show; undefined until the first command. */
export const storedShow = (stored: object | undefined): StoredShow | undefined => stored as StoredShow | undefined

/** The members of the state that overlays follow. */
export const showMessage = ({ paused, muted, cleared, skipped, sequence }: Show): Show => ({
  paused,
  muted,
  cleared,
  skipped,
  sequence,
})

/** Whether a delivery that waits is dropped. */
export const isDropped = (
  sequence: number,
  { cleared, skipped }: { readonly cleared: number; readonly skipped: readonly number[] } = usual,
): boolean => sequence <= cleared || skipped.includes(sequence)

interface Progress {
  /** The sequence of the last delivery. */
  readonly last: number
  /** The sequences of the deliveries that overlays show now or next. */
  readonly skippable: readonly number[]
}

/** The state after a command; undefined when the command changes nothing. Its sequence is still that of before. */
export const showAfter = (
  command: ShowCommand,
  { last, skippable }: Progress,
  show: Show = usual,
): Show | undefined => {
  const { paused, muted, cleared, skipped } = show
  switch (command) {
    case 'pause':
    case 'resume':
      return paused === (command === 'pause') ? undefined : { ...show, paused: !paused }
    case 'mute':
    case 'unmute':
      return muted === (command === 'mute') ? undefined : { ...show, muted: !muted }
    case 'clear':
      return cleared === last ? undefined : { ...show, cleared: last }
    case 'skip':
      return skippable.length === 0 ? undefined : { ...show, skipped: [...skipped, ...skippable].slice(-mostSkipped) }
  }
}

/** How many of a recipient's alerts an overlay has not acknowledged, less those that are dropped. */
export const waitingAlerts = (alerts: number, acknowledged: number, show: Show = usual): number => {
  const from = positionAt(Math.max(acknowledged, show.cleared))
  const skipped = show.skipped.filter(
    (sequence) => positionAt(sequence) > from && positionAt(sequence) !== positionAt(sequence - 1),
  )
  return alerts - from - skipped.length
}
