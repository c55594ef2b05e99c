const firstDelay = 1000
/** The longest delays in milliseconds: normally, and when the ticket seems to be invalid. */
const longestDelay = 30_000
const longestDoubtfulDelay = 5 * 60_000

/** Milliseconds to wait before an attempt. They are random, so that a thousand overlays do not reconnect at the same moment. */
export const reconnectDelay = (failures: number, isDoubtful = false, random = Math.random): number =>
  random() * Math.min(isDoubtful ? longestDoubtfulDelay : longestDelay, firstDelay * 2 ** failures)
