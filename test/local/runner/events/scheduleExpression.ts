import { Cron } from 'croner'

/** Returns the schedule's next due time after the given one, both in epoch milliseconds. */
export type NextDue = (after: number) => number

const unitMilliseconds: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** The positions of day of month and day of week, exactly one of which has to be `?`. */
const dayFields = [2, 4] as const

const cron = (expression: string): NextDue => {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== 6) throw new Error(`cron has six fields, not ${fields.length}`)
  if (dayFields.filter((index) => fields[index] === '?').length !== 1)
    throw new Error('one of day of month and day of week is "?", and only one')
  // The library counts seconds first; `sloppyRanges` allows `0/15`, `alternativeWeekdays` makes Sunday day 1.
  const options = { mode: '7-part', timezone: 'UTC', sloppyRanges: true, alternativeWeekdays: true } as const
  const schedule = new Cron(`0 ${fields.join(' ')}`, options)
  return (after) => schedule.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY
}

const rate = (expression: string): NextDue => {
  const [, count, unit = '', plural] = /^(\d+) (minute|hour|day)(s?)$/.exec(expression.trim()) ?? []
  const period = Number(count) * (unitMilliseconds[unit] ?? Number.NaN)
  if (!(period > 0)) throw new Error('a rate is like "1 minute" or "5 minutes"')
  if ((Number(count) === 1) !== (plural === ''))
    throw new Error('the unit of a rate is singular for 1 and plural otherwise')
  return (after) => after + period
}

/**
 * Reads `rate(…)` or `cron(…)`, which are in UTC.
 *
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export const parseScheduleExpression = (expression: string): NextDue => {
  const [, kind, inner = ''] = /^(rate|cron)\((.*)\)$/.exec(expression) ?? []
  if (kind === 'rate') return rate(inner)
  if (kind === 'cron') return cron(inner)
  throw new Error(`"${expression}" is neither rate(…) nor cron(…)`)
}
