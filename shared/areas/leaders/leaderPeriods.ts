import { utcFromDateTime } from '../../runtime/time/utc.ts'

/** The periods in which leaders are counted: days and months of UTC, and all time. */
export const leaderKinds = ['day', 'month', 'all'] as const
export type LeaderKind = (typeof leaderKinds)[number]

/** The period of each kind to which an instant belongs. */
export const periodOf: Readonly<Record<LeaderKind, (timestamp: string) => string>> = {
  day: (timestamp) => timestamp.slice(0, 'YYYY-MM-DD'.length),
  month: (timestamp) => timestamp.slice(0, 'YYYY-MM'.length),
  all: () => 'all',
}

const forms: Readonly<Record<LeaderKind, RegExp>> = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  month: /^\d{4}-\d{2}$/,
  all: /^all$/,
}

/** The kind of a period such as `2026-03-01`, `2026-03` or `all`; undefined for any other. */
export const kindOf = (period: string): LeaderKind | undefined => {
  const kind = leaderKinds.find((each) => forms[each].test(period))
  const firstDay = `${period}${kind === 'month' ? '-01' : ''}`
  return kind === 'all' || utcFromDateTime(`${firstDay}T00:00:00Z`) !== undefined ? kind : undefined
}
