/** What decides for how long a restoration closes the service. */
export interface ClosedWork {
  /** Items that are read in both tables, and items of them that are written. */
  readonly read: number
  readonly written: number
  /** Items that a comparison over the same line has just read in a second. */
  readonly itemsPerSecond: number
  readonly functions: number
  readonly mappings: number
  readonly settlingMs: number
}

/** Seconds that a call for a function takes, four at a time, and those until a mapping has its new filter. */
const [functionSeconds, mappingSeconds, atATime] = [1, 20, 4]

/** A written item counts as so many that are read: fewer go into a call, and an index is written with it. */
const writeWeight = 4

/**
 * The minutes for which the service is expected to be closed. Streams are read past twice. Items are read twice, to
 * write them and to verify them, from both tables.
 */
export const closedMinutes = (work: ClosedWork): number => {
  const { read, written, itemsPerSecond, functions, mappings, settlingMs } = work
  const items = (4 * read + writeWeight * written) / Math.max(1, itemsPerSecond)
  const doors = (2 * functions * functionSeconds + mappings * mappingSeconds) / atATime
  return Math.ceil((items + doors + (2 * settlingMs) / 1000) / 60)
}
