/** Seconds for which a replaced secret or webhook address is still accepted. */
export const rotationSeconds = 24 * 60 * 60

/**
 * Milliseconds within which a second note of the same kind is left out, so that a flood of webhooks costs no more than
 * one write a minute.
 */
export const notePauseMs = 60_000
