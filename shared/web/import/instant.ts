import { utcFromDateTime } from '../../runtime/time/utc.ts'
import type { DateOrder } from './formats.ts'
import type { Reason } from './reason.ts'

export interface TimeReading {
  /** The IANA name of the zone of times that name none. */
  readonly timeZone: string
  readonly dateOrder?: DateOrder | undefined
}

/** A time of a file as an RFC 3339 instant in UTC. */
export interface ReadInstant {
  readonly utc: string
  /** Whether the file names its zone. */
  readonly hasZone: boolean
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?=\D|$)/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?=\D|$)/
const time =
  /^(?:(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

interface WrittenDate {
  readonly text: string
  readonly length: number
}

const twoDigits = (text: string): string => text.padStart(2, '0')

/** Dots stand between day, month and year in this order; the order with slashes or hyphens depends on the country. */
const dateFrom = (text: string, order: DateOrder | undefined): WrittenDate | Reason => {
  const [first, year, , month, day] = yearFirst.exec(text) ?? []
  if (first !== undefined && year !== undefined && month !== undefined && day !== undefined)
    return { text: `${year}-${twoDigits(month)}-${twoDigits(day)}`, length: first.length }
  const [last, one, separator, other, lastYear] = yearLast.exec(text) ?? []
  if (last === undefined || one === undefined || other === undefined) return { name: 'noTime', values: { text } }
  const known = separator === '.' ? 'dmy' : Number(one) > 12 ? 'dmy' : Number(other) > 12 ? 'mdy' : order
  if (known === undefined) return { name: 'ambiguousDate', values: { text } }
  const [d, m] = known === 'dmy' ? [one, other] : [other, one]
  return { text: `${lastYear}-${twoDigits(m)}-${twoDigits(d)}`, length: last.length }
}

/** The hour of 24 that an hour of 12 is. */
const hourOf = (hour: string, half: string | undefined): string => {
  if (half === undefined) return twoDigits(hour)
  if (Number(hour) < 1 || Number(hour) > 12) return '99'
  return twoDigits(String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)))
}

/** `+03:00` from `Z`, `UTC`, `+0300` and `+03:00`. */
const offsetFrom = (zone: string): string => (/^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : '+00:00')

const formats = new Map<string, Intl.DateTimeFormat>()

/** The offset of a zone from UTC at an instant, as `+03:00`. */
const offsetAt = (timeZone: string, at: number): string => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return /[+-]\d{2}:\d{2}$/.exec(name)?.[0] ?? '+00:00'
}

/** The offset of a zone at a local time: the first one of a doubled hour; a skipped hour counts on from before. */
const offsetOfLocal = (timeZone: string, local: string): string => {
  const at = (offset: string) => Date.parse(`${local}${offset}`)
  const before = offsetAt(timeZone, at('+00:00') - 86_400_000)
  const then = offsetAt(timeZone, at(before))
  return [then, before].find((offset) => offsetAt(timeZone, at(offset)) === offset) ?? before
}

const fromUnix = (text: string): ReadInstant | undefined => {
  if (!/^\d{9,13}$/.test(text)) return undefined
  const milliseconds = Number(text) * (text.length < 12 ? 1000 : 1)
  const utc = utcFromDateTime(new Date(milliseconds).toISOString())
  return utc === undefined ? undefined : { utc, hasZone: true }
}

/**
 * Reads a time as a file has it: RFC 3339, seconds or milliseconds since 1970, or a date with or without a time, a zone
 * and am or pm.
 *
 * @returns the reason where it cannot be read
 */
export const instantFrom = (given: string, { timeZone, dateOrder }: TimeReading): ReadInstant | Reason => {
  const text = given.trim()
  const noSuchTime: Reason = { name: 'noSuchTime', values: { text: given } }
  const unix = fromUnix(text)
  if (unix !== undefined) return unix
  const date = dateFrom(text, dateOrder)
  if ('name' in date) return date
  const parts = time.exec(text.slice(date.length))
  if (parts === null) return { name: 'noTime', values: { text: given } }
  const [, hour = '0', minute = '00', second = '00', fraction, half, zone] = parts
  const local = `${date.text}T${hourOf(hour, half)}:${minute}:${second}`
  const offset = zone === undefined ? () => offsetOfLocal(timeZone, local) : () => offsetFrom(zone)
  if (utcFromDateTime(`${local}Z`) === undefined) return noSuchTime
  const utc = utcFromDateTime(`${local}${fraction === undefined ? '' : `.${fraction}`}${offset()}`)
  return utc === undefined ? noSuchTime : { utc, hasZone: zone !== undefined }
}
