/** Seconds that the ticket of a new overlay's URL waits for its first use. */
export const firstTicketLifetime = 24 * 60 * 60

/** Seconds that the ticket of a reconnecting overlay is valid. */
export const nextTicketLifetime = 60

/** Seconds after its last connection that an overlay, and the key that it holds, is forgotten. */
export const overlayLifetime = 90 * 24 * 60 * 60

/** The same for a listener that has neither a key nor a name to come back with. */
export const strangerLifetime = 24 * 60 * 60
