/** Whole seconds since 1970, as DynamoDB's time to live needs them, from a date or from epoch milliseconds. */
export const epochSeconds = (instant: Date | number = Date.now()): number => Math.floor(Number(instant) / 1000)
