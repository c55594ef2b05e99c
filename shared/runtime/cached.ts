import { systemClock } from './time/clock.ts'

interface Kept<Value> {
  until: number
  readonly value: Promise<Value>
}

/** Values that are kept at the same time: a flood of keys takes no more memory than these. */
const mostKept = 1000

/** Forgets the values whose time is over, and the oldest one when there are too many; the oldest ones are first. */
const makeRoom = (known: Map<string, Kept<unknown>>, now: number): void => {
  for (const [key, { until }] of known) {
    if (until > now && known.size < mostKept) return
    known.delete(key)
  }
}

/**
 * Caches the value that is read for a key, within one execution environment; concurrent callers share one read. A
 * value that `isKept` refuses is not cached. A failed read is cached for `failedMs` after its failure.
 *
 * @example
 * const bot = cached(60_000, (name) => readParameter(`telegram/bots/${name}`))
 * await bot('main')
 */
export const cached = <Value>(
  lifetimeMs: number,
  read: (key: string) => Promise<Value>,
  isKept: (value: Value) => boolean = () => true,
  clock = systemClock,
  failedMs = 0,
): ((key?: string) => Promise<Value>) => {
  const known = new Map<string, Kept<Value>>()
  return (key = '') => {
    const now = clock()
    const kept = known.get(key)
    if (kept !== undefined && kept.until > now) return kept.value
    known.delete(key)
    makeRoom(known, now)
    const reading: Kept<Value> = { until: now + lifetimeMs, value: read(key) }
    known.set(key, reading)
    const forget = () => known.get(key) === reading && known.delete(key)
    const fail = () => {
      reading.until = clock() + failedMs
      if (failedMs === 0) forget()
    }
    reading.value.then((value) => isKept(value) || forget(), fail)
    return reading.value
  }
}
