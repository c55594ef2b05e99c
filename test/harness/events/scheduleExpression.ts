/** Tells the next moment, in milliseconds, at which a schedule is due after the given one. */
export type NextDue = (after: number) => number

const unitMilliseconds: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

interface Field {
  readonly name: string
  readonly minimum: number
  readonly maximum: number
  /** Names that stand for `minimum`, `minimum + 1` and so on. */
  readonly names?: readonly string[]
}

const fields: readonly Field[] = [
  { name: 'minutes', minimum: 0, maximum: 59 },
  { name: 'hours', minimum: 0, maximum: 23 },
  { name: 'day of month', minimum: 1, maximum: 31 },
  { name: 'month', minimum: 1, maximum: 12, names: months },
  { name: 'day of week', minimum: 1, maximum: 7, names: weekdays },
  { name: 'year', minimum: 1970, maximum: 2199 },
]

const numberIn = ({ name, minimum, maximum, names = [] }: Field, text: string): number => {
  const named = names.indexOf(text.toUpperCase())
  const value = named === -1 ? Number(text) : minimum + named
  if (/^(\d+|[A-Za-z]{3})$/.test(text) && value >= minimum && value <= maximum) return value
  throw new Error(`"${text}" is not a ${name} that the local API knows`)
}

/** One of a field's alternatives: `*`, `5`, `1-5`, `0/15` or `1-30/5`. */
const valuesOf = (field: Field, text: string): readonly number[] => {
  const [range = '', stepText] = text.split('/')
  const step = stepText === undefined ? 1 : Number(stepText)
  if (!Number.isInteger(step) || step < 1) throw new Error(`"${text}" has no valid step`)
  const [from = '', to] = range === '*' || range === '?' ? [`${field.minimum}`, `${field.maximum}`] : range.split('-')
  const first = numberIn(field, from)
  const last = to === undefined ? (stepText === undefined ? first : field.maximum) : numberIn(field, to)
  return Array.from({ length: Math.max(Math.floor((last - first) / step) + 1, 0) }, (_, index) => first + index * step)
}

const minutesAhead = 366 * 24 * 60

const cron = (expression: string): NextDue => {
  const texts = expression.trim().split(/\s+/)
  if (texts.length !== fields.length) throw new Error(`cron has six fields, not ${texts.length}`)
  if ((texts[2] === '?') === (texts[4] === '?'))
    throw new Error('one of day of month and day of week is "?", and only one')
  const [minutes, hours, days, monthNumbers, dayNumbers, years] = fields.map(
    (field, index) => new Set((texts[index] ?? '').split(',').flatMap((text) => valuesOf(field, text))),
  )
  const isDue = (at: Date) =>
    minutes?.has(at.getUTCMinutes()) &&
    hours?.has(at.getUTCHours()) &&
    days?.has(at.getUTCDate()) &&
    monthNumbers?.has(at.getUTCMonth() + 1) &&
    dayNumbers?.has(at.getUTCDay() + 1) &&
    years?.has(at.getUTCFullYear())
  return (after) => {
    const first = (Math.floor(after / 60_000) + 1) * 60_000
    for (let minute = 0; minute < minutesAhead; minute++) {
      const at = first + minute * 60_000
      if (isDue(new Date(at))) return at
    }
    return Number.POSITIVE_INFINITY
  }
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
 * Reads `rate(…)` or `cron(…)`, which are in UTC. The characters L, W and # of cron are refused.
 *
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export const parseScheduleExpression = (expression: string): NextDue => {
  const [, kind, inner = ''] = /^(rate|cron)\((.*)\)$/.exec(expression) ?? []
  if (kind === 'rate') return rate(inner)
  if (kind === 'cron') return cron(inner)
  throw new Error(`"${expression}" is neither rate(…) nor cron(…)`)
}
