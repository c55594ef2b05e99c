/** The percentage of failed answers, and their number in five minutes, above which an alarm is raised. */
export const failureRate = { percent: 1, failures: 3 } as const

/** With fewer requests in five minutes, a percentage of them means nothing. */
export const fewestRequests = 100

/** Of the requests of five minutes, this share may be refused. */
export const refusalPercent = 50

/** A user who has clicked waits no longer than this. */
export const slowestMs = 3_000

/** The oldest record of a healthy stream is younger than this. */
export const longestBacklogMs = 10 * 60 * 1000

/** The length of a period. Shorter ones are billed as high resolution, and mean little with few requests. */
export const periodMinutes = 5

/** The latest periods that each alarm looks at, and how many of them have to be over its threshold: by default all. */
export const evaluations = {
  failing: { periods: 6, breaching: 2 },
  refused: { periods: 3 },
  throttledWebhooks: { periods: 1 },
  slow: { periods: 3 },
  liveFailing: { periods: 6, breaching: 2 },
  givenUp: { periods: 1 },
  /** An hour is longer than the longest pause between two attempts, so that the alarm lasts until the work is done. */
  postponed: { periods: 12, breaching: 1 },
  backlog: { periods: 2 },
} as const satisfies Record<string, { readonly periods: number; readonly breaching?: number }>
