/** Seconds for which a code that links a chat is valid. */
export const chatCodeSeconds = 600

/** A former owner sees for so long that a chat was lost. */
export const lossRetentionSeconds = 30 * 24 * 60 * 60

/** A new account is listed after this time at the latest. */
export const listedMs = 60 * 1000
