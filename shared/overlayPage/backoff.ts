const firstDelay = 1000
/** While there is hope, and where there is little. */
const longestDelay = 30_000
const longestDoubtfulDelay = 5 * 60_000

/** Milliseconds to wait before an attempt, at random so that a thousand overlays do not come back in the same moment. */
export const reconnectDelay = (failures: number, isDoubtful = false, random = Math.random): number =>
  random() * Math.min(isDoubtful ? longestDoubtfulDelay : longestDelay, firstDelay * 2 ** failures)
