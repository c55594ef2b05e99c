/** The few forms that the services in use answer in; the SDK's own parsers also judge years, leap days and zones. */
const dateFrom = (value: unknown): Date | undefined =>
  value === undefined || value === null ? undefined : new Date(String(value))

export const parseRfc3339DateTime = dateFrom
export const parseRfc3339DateTimeWithOffset = dateFrom
export const parseRfc7231DateTime = dateFrom

/** @param value seconds since the epoch, as a number or a text */
export const parseEpochTimestamp = (value: unknown): Date | undefined =>
  value === undefined || value === null ? undefined : new Date(Math.round(Number(value) * 1000))

export const dateToUtcString = (date: Date): string => date.toUTCString()
