/** A source of somebody who is not on air is asked this often. */
export const restingMs = 60 * 60 * 1000
