/** History items that are counted for leaders in one transaction, which has an item for each of their donors. */
export const countedTogether = 90

/** Such transactions of one request, which takes about a second with them. */
export const mostCountings = 20
