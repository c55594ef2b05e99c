import type { Period } from '../../runtime/time/period.ts'

/** Required values of an alert; an absent member excludes nothing. */
export interface AlertFilter {
  readonly hidden?: boolean | undefined
  /** Whether they wait for a decision; with the instant since which they may have waited. */
  readonly held?: { readonly is: boolean; readonly since: string } | undefined
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
    ...Object.entries(equal).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, is: '=', as: name, value }],
    ),
  ]
  const ofSystems = Object.fromEntries((systems ?? []).map((system, index) => [`:system${index}`, system]))
  const waiting = '(#state = :held AND (createdAt >= :heldSince OR heldAt >= :heldSince))'
  const expressions = [
    ...conditions.map(({ name, is, as }) => `#${name} ${is} :${as}`),
    ...(held === undefined ? [] : [held.is ? waiting : `NOT ${waiting}`]),
    ...(systems === undefined ? [] : [`#system IN (${Object.keys(ofSystems).join(', ')})`]),
  ]
  return {
    ...(expressions.length > 0 && { FilterExpression: expressions.join(' AND ') }),
    names: {
      ...Object.fromEntries(conditions.map(({ name }) => [`#${name}`, name])),
      ...(held && { '#state': 'state' }),
      ...(systems !== undefined && { '#system': 'system' }),
    },
    values: {
      ...Object.fromEntries(conditions.map(({ as, value }) => [`:${as}`, value])),
      ...(held && { ':held': 'held', ':heldSince': held.since }),
      ...ofSystems,
    },
  }
}
