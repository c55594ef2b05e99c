export type Position = 'top' | 'center' | 'bottom'

/** What the page's address says. */
export interface Settings {
  /** The one-time ticket of its first connection, by which it also knows itself again. */
  readonly ticket: string
  /** 0 to 1. */
  readonly volume: number
  /** How long an alert is shown; undefined leaves it to its length. */
  readonly seconds: number | undefined
  readonly position: Position
}

const positions: readonly string[] = ['top', 'center', 'bottom'] satisfies Position[]

const numberWithin = (text: string | null, minimum: number, maximum: number): number | undefined => {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? undefined : Math.min(maximum, Math.max(minimum, number))
}

/** Settings from the query and the fragment; the fragment wins, and it alone may hold the ticket: it is never sent anywhere. */
export const settingsFrom = ({ search, hash }: Readonly<Record<'search' | 'hash', string>>): Settings => {
  const fragment = new URLSearchParams(hash.slice(1))
  const query = new URLSearchParams(search)
  const setting = (name: string) => fragment.get(name) ?? query.get(name)
  const position = setting('position') ?? ''
  return {
    ticket: fragment.get('ticket') ?? '',
    volume: numberWithin(setting('volume'), 0, 1) ?? 0.5,
    seconds: numberWithin(setting('seconds'), 0.5, 60),
    position: positions.includes(position) ? (position as Position) : 'bottom',
  }
}
