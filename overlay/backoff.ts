const firstDelay = 1000
const longestDelay = 30_000

/** Milliseconds to wait before an attempt, at random so that a thousand overlays do not come back in the same moment. */
export const reconnectDelay = (failures: number, random = Math.random): number =>
  random() * Math.min(longestDelay, firstDelay * 2 ** failures)
