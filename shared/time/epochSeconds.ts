/** An instant, a date or epoch milliseconds, as DynamoDB's time to live has it: in whole seconds since 1970. */
export const epochSeconds = (instant: Date | number = Date.now()): number => Math.floor(Number(instant) / 1000)
