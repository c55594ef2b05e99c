/** History items that are counted for leaders in one transaction, which has an item for each of their donors. */
export const countedTogether = 90

/** History items that a request counts, in about a second. */
export const countedAtOnce = 1_800
