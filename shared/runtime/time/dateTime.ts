import * as z from 'zod/mini'
import { violates } from '../../contract/violations.ts'
import { utcFromDateTime } from './utc.ts'

/** A date-time in a request: RFC 3339 with any offset, parsed to UTC. */
export const DateTime = z.pipe(
  z.string().check(
    z.maxLength(64),
    z.refine((value) => utcFromDateTime(value) !== undefined, {
      error: 'Invalid date-time: expected an existing RFC 3339 date and time with an offset',
      ...violates('format'),
    }),
    z.meta({ format: 'date-time' }),
  ),
  z.transform((value: string) => utcFromDateTime(value) ?? value),
)

/** A date-time in a query, where the plus sign of an offset that was not escaped arrives as a space. */
export const QueryDateTime = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(64), z.meta({ format: 'date-time' })),
    z.transform((value: string) => value.replace(/ (?=\d{2}:\d{2}$)/, '+')),
  ),
  DateTime,
)

/** A date-time in an answer: RFC 3339 in UTC. */
export const DateTimeAnswer = z.string().check(z.meta({ format: 'date-time' }))
