import * as z from 'zod/mini'
import { DateTime, QueryDateTime } from './dateTime.ts'
import { sortableDateTime } from './utc.ts'

/** The bounds of a period in a request: `after` is inclusive, `before` exclusive, both optional. */
export const periodFields = { after: z.optional(DateTime), before: z.optional(DateTime) }

/** The same bounds in a query. */
export const periodQuery = { after: z.optional(QueryDateTime), before: z.optional(QueryDateTime) }

export interface Period {
  readonly after?: string | undefined
  readonly before?: string | undefined
}

const isEmpty = ({ after, before }: Period): boolean =>
  after !== undefined && before !== undefined && sortableDateTime(after) >= sortableDateTime(before)

/** Refuses a period that is empty. */
export const notEmptyPeriod = <Request extends Period>() =>
  z.refine<Request>((request) => !isEmpty(request), {
    path: ['before'],
    error: 'Invalid period: before has to be later than after',
  })
