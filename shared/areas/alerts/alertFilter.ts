import type { Period } from '../../runtime/time/period.ts'

/** Required values of an alert; an absent member excludes nothing. */
export interface AlertFilter {
  readonly hidden?: boolean | undefined
  readonly held?: boolean | undefined
  readonly nickname?: string | undefined
  readonly system?: string | undefined
  readonly levelName?: string | undefined
}

export const isUnfiltered = (filter: AlertFilter | Period): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** The filter of a request as members of a query; there are none when nothing is left out. */
export const filterExpression = (filter: AlertFilter) => {
  const { hidden, held, ...equal } = filter
  const conditions = [
    ...(hidden === undefined ? [] : [{ name: 'state', is: hidden ? '<>' : '=', as: 'visible', value: 'visible' }]),
    ...(held === undefined ? [] : [{ name: 'state', is: held ? '=' : '<>', as: 'held', value: 'held' }]),
    ...Object.entries(equal).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, is: '=', as: name, value }],
    ),
  ]
  return {
    ...(conditions.length > 0 && {
      FilterExpression: conditions.map(({ name, is, as }) => `#${name} ${is} :${as}`).join(' AND '),
    }),
    names: Object.fromEntries(conditions.map(({ name }) => [`#${name}`, name])),
    values: Object.fromEntries(conditions.map(({ as, value }) => [`:${as}`, value])),
  }
}
