const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Seconds for which messages are signed with a replaced secret too. */
export const rotationSeconds = 24 * 60 * 60

/** From the lookup of the name to the status of the answer. */
export const patienceMs = 5000

/** The shortest and the longest pause of an endpoint that fails; in between, it is half as long as the failure. */
export const shortestPauseMs = minuteMs / 2

export const longestPauseMs = 15 * minuteMs

/** Pauses before the attempts after the first one. */
export const pausesMs = [minuteMs / 2, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 7 * hourMs, 9 * hourMs]

/** After this time no attempt begins. */
export const deliveryLimitMs = 24 * hourMs
