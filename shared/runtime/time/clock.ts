/** The time in milliseconds since 1970. Code that decides by the time takes a clock, or an instant, as a parameter. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
