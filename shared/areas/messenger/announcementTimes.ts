const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A message that could not be posted within this time is given up. */
export const postingLimitMs = hourMs

/** Messengers refuse to delete a message that is 48 hours old, so it is deleted an hour earlier. */
export const deletionAgeMs = 47 * hourMs

/** The message of a test is deleted after this time. */
export const testAgeMs = minuteMs

/** The longest wait before a messenger that has banned the bot is asked again. */
export const longestBanPauseMs = hourMs

/** An item is kept for longer than its message can be deleted. */
export const retentionSeconds = 7 * 24 * 60 * 60
