/** Milliseconds from a message about the goals to the next one. */
export const goalsIntervalMs = 1000

/** Goals of a recipient. They are in the item that every donation writes, which costs more beyond a kilobyte. */
export const mostGoals = 5

/** History items that are counted when a goal is set: a dozen megabytes at most, for as many reads. */
export const mostCounted = 20_000
