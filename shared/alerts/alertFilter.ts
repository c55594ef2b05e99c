import type { Period } from '../time/period.ts'

/** What an alert has to be; an absent member excludes nothing. */
export interface AlertFilter {
  readonly hidden?: boolean | undefined
  readonly nickname?: string | undefined
  readonly system?: string | undefined
  readonly levelName?: string | undefined
}

export const isUnfiltered = (filter: AlertFilter | Period): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** The filter of a request as members of a query; there are none when nothing is left out. */
export const filterExpression = (filter: AlertFilter) => {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined)
  return {
    ...(conditions.length > 0 && { FilterExpression: conditions.map(([name]) => `#${name} = :${name}`).join(' AND ') }),
    names: Object.fromEntries(conditions.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(conditions.map(([name, value]) => [`:${name}`, value])),
  }
}
