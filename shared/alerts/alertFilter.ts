import { millisecondFrom } from './rules.ts'

/** The filter of a list of alerts; an absent member excludes nothing. */
export interface AlertFilter {
  /** UTC, inclusive. */
  readonly after?: string | undefined
  /** UTC, exclusive. */
  readonly before?: string | undefined
  readonly hidden?: boolean | undefined
  readonly nickname?: string | undefined
  readonly system?: string | undefined
  readonly levelName?: string | undefined
}

interface FilterExpression {
  /** Empty when nothing is left out. */
  readonly FilterExpression: string
  readonly names: Record<string, string>
  readonly values: Record<string, unknown>
}

export const isUnfiltered = (filter: AlertFilter): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** The DynamoDB filter of a request's. */
export const filterExpression = ({ after, before, ...exact }: AlertFilter): FilterExpression => {
  const bounds = [
    ...(after === undefined ? [] : [['createdAt', '>=', 'after', millisecondFrom(after)] as const]),
    ...(before === undefined ? [] : [['createdAt', '<', 'before', millisecondFrom(before)] as const]),
  ]
  const equalities = Object.entries(exact)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, '=', name, value] as const)
  const conditions = [...bounds, ...equalities]
  return {
    FilterExpression: conditions.map(([name, operator, value]) => `#${name} ${operator} :${value}`).join(' AND '),
    names: Object.fromEntries(conditions.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(conditions.map(([, , name, value]) => [`:${name}`, value])),
  }
}
