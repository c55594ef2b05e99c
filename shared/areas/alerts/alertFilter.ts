import type { Period } from '../../runtime/time/period.ts'

/** Required values of an alert; an absent member excludes nothing. */
export interface AlertFilter {
  readonly hidden?: boolean | undefined
  readonly held?: boolean | undefined
  readonly nickname?: string | undefined
  readonly systems?: readonly string[] | undefined
  readonly levelName?: string | undefined
}

export const isUnfiltered = (filter: AlertFilter | Period): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** The filter of a request as members of a query; there are none when nothing is left out. */
export const filterExpression = (filter: AlertFilter) => {
  const { hidden, held, systems, ...equal } = filter
  const conditions = [
    ...(hidden === undefined ? [] : [{ name: 'state', is: hidden ? '<>' : '=', as: 'visible', value: 'visible' }]),
    ...(held === undefined ? [] : [{ name: 'state', is: held ? '=' : '<>', as: 'held', value: 'held' }]),
    ...Object.entries(equal).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, is: '=', as: name, value }],
    ),
  ]
  const ofSystems = Object.fromEntries((systems ?? []).map((system, index) => [`:system${index}`, system]))
  const expressions = [
    ...conditions.map(({ name, is, as }) => `#${name} ${is} :${as}`),
    ...(systems === undefined ? [] : [`#system IN (${Object.keys(ofSystems).join(', ')})`]),
  ]
  return {
    ...(expressions.length > 0 && { FilterExpression: expressions.join(' AND ') }),
    names: {
      ...Object.fromEntries(conditions.map(({ name }) => [`#${name}`, name])),
      ...(systems !== undefined && { '#system': 'system' }),
    },
    values: { ...Object.fromEntries(conditions.map(({ as, value }) => [`:${as}`, value])), ...ofSystems },
  }
}
