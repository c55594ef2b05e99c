/** RFC 3339, section 5.6, with at most nanoseconds and without leap seconds. */
const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/

const minute = 60_000

const dayExists = (year: number, month: number, day: number): boolean => {
  if (month < 1 || month > 12 || day < 1) return false
  const lastDay = new Date(0)
  lastDay.setUTCFullYear(year, month, 0)
  return day <= lastDay.getUTCDate()
}

/**
 * An RFC 3339 date-time with any offset as the same instant in UTC: `2026-02-01T03:00:00.120+03:00` is
 * `2026-02-01T00:00:00.12Z`. Undefined for anything else: no zone, no such day, 24:00, beyond the years 0000 to 9999.
 */
export const utcFromDateTime = (text: string): string | undefined => {
  const match = rfc3339.exec(text)
  if (match === null) return undefined
  const [year, month, day, hour, minutes, seconds] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (!dayExists(year, month, day)) return undefined
  const [, , , , , , , fraction = '', sign, offsetHours, offsetMinutes] = match
  const offset = (sign === '-' ? -1 : 1) * (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * minute
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minutes, seconds)
  const utc = new Date(local.getTime() - offset).toISOString()
  // Years outside 0000 to 9999 are written with a sign and six digits.
  if (utc.length !== 'YYYY-MM-DDTHH:mm:ss.sssZ'.length) return undefined
  const digits = fraction.replace(/0+$/, '')
  return `${utc.slice(0, 19)}${digits === '' ? '' : `.${digits}`}Z`
}

/** A UTC date-time with all nine digits of nanoseconds, as a text that sorts by time. */
export const sortableDateTime = (utc: string): string => {
  const [seconds = '', fraction = ''] = utc.slice(0, -1).split('.')
  return `${seconds}.${fraction.padEnd(9, '0')}Z`
}

/** Whole seconds since 1970, as DynamoDB's time to live needs them, from a date or from epoch milliseconds. */
export const epochSeconds = (instant: Date | number): number => Math.floor(Number(instant) / 1000)
