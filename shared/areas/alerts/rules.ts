import * as z from 'zod/mini'
import { comparableUnits } from '../../runtime/money/decimal.ts'
import { Money } from '../../runtime/money/money.ts'

/** Name of the configuration record whose `value.levels` holds the caller's alert levels. */
export const levelsConfig = 'alerts'

/** One level: alerts of at least the amount `from` have it, in the currency of `from`. */
const AlertLevel = z.object({ name: z.string().check(z.minLength(1), z.maxLength(128)), from: Money })

export type AlertLevel = z.output<typeof AlertLevel>

const levelsIn = (value: unknown): readonly unknown[] => {
  const { levels } = (typeof value === 'object' && value !== null ? value : {}) as { levels?: unknown }
  return Array.isArray(levels) ? levels : []
}

/** The levels of a configuration value, which its owner may fill freely: entries that are not levels are ignored. */
export const levelsFromConfig = (value: unknown): readonly AlertLevel[] =>
  levelsIn(value).flatMap((level) => {
    const parsed = AlertLevel.safeParse(level)
    return parsed.success ? [parsed.data] : []
  })

const isAtLeast = (left: Money, right: Money): boolean => comparableUnits(left) >= comparableUnits(right)

/**
 * The name of the highest level that an amount reaches. Levels count in their own currency alone: nothing is converted.
 * Of two levels with the same threshold the first one wins. Empty when there is no amount or no level fits.
 */
export const levelNameOf = (amount: Money | undefined, levels: readonly AlertLevel[]): string => {
  if (amount === undefined) return ''
  let best: AlertLevel | undefined
  for (const level of levels) {
    if (level.from.currency !== amount.currency || !isAtLeast(amount, level.from)) continue
    if (best === undefined || !isAtLeast(best.from, level.from)) best = level
  }
  return best?.name ?? ''
}

/** The first millisecond not before an instant: alerts are dated in milliseconds, filters down to nanoseconds. */
export const millisecondFrom = (utc: string): string => {
  const finer = /\.\d{3}(\d+)Z$/.exec(utc)?.[1] ?? ''
  return new Date(Date.parse(utc) + (/[1-9]/.test(finer) ? 1 : 0)).toISOString()
}
