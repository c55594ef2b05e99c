/** Seconds for which the receipt of an erasure is kept. */
export const receiptSeconds = 365 * 24 * 60 * 60
