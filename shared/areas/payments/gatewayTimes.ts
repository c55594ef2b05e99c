/** Seconds for which a replaced secret or webhook address is still accepted. */
export const rotationSeconds = 24 * 60 * 60

/**
 * Milliseconds within which a second note of the same kind is left out, so that a flood of webhooks costs no more than
 * one write a minute.
 */
export const notePauseMs = 60_000

/** The same for a refused key, which calls of donors meet. */
export const keyNotePauseMs = 60 * 60_000

/** A payment without a webhook is no note where webhooks have come within so many milliseconds. */
export const webhooksWorkMs = 5 * 60_000

/** Milliseconds that a webhook may take after the donor's page has seen the payment. */
export const reportWaitMs = 60_000
