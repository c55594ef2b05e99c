/** Seconds for which the ticket in a new overlay's URL is valid. */
export const firstTicketLifetime = 24 * 60 * 60

/** Seconds for which the ticket of a reconnecting overlay is valid. */
export const nextTicketLifetime = 60

/** Seconds after its last connection at which an overlay and its key expire. */
export const overlayLifetime = 90 * 24 * 60 * 60

/** The same for a listener that cannot connect again because it has neither a key nor a name. */
export const strangerLifetime = 24 * 60 * 60
