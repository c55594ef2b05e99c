import { earliest, latest, timeIndex } from '../store/timeIndex.ts'
import type { Period } from '../time/period.ts'
import { sortableDateTime } from '../time/utc.ts'

/** Which items are asked for; empty lists and absent bounds leave nothing out. */
export interface HistoryFilter extends Period {
  readonly systems: readonly string[]
  readonly events: readonly string[]
}

export const isUnfiltered = ({ systems, events, after, before }: HistoryFilter): boolean =>
  systems.length === 0 && events.length === 0 && after === undefined && before === undefined

const anyOf = (name: string, values: readonly string[]) => ({
  condition: `#${name} IN (${values.map((_, index) => `:${name}${index}`).join(', ')})`,
  values: Object.fromEntries(values.map((value, index) => [`:${name}${index}`, value])),
})

/**
 * The query of the time index for a recipient's listed items that pass the filter. Order keys are a time and an id, so that the bare
 * time of a bound is below every key of its instant: the lower bound is inclusive and the upper exclusive.
 */
export const historyQuery = (table: string, recipientId: string, { systems, events, after, before }: HistoryFilter) => {
  const filters = [
    ...(systems.length === 0 ? [] : [{ name: 'system', ...anyOf('system', systems) }]),
    ...(events.length === 0 ? [] : [{ name: 'event', ...anyOf('event', events) }]),
  ]
  return {
    TableName: table,
    IndexName: timeIndex,
    KeyConditionExpression: 'recipientId = :recipientId AND listedAt BETWEEN :first AND :last',
    ...(filters.length > 0 && {
      FilterExpression: filters.map(({ condition }) => condition).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(filters.map(({ name }) => [`#${name}`, name])),
    }),
    ExpressionAttributeValues: {
      ':recipientId': recipientId,
      ':first': after === undefined ? earliest : sortableDateTime(after),
      ':last': before === undefined ? latest : sortableDateTime(before),
      ...Object.assign({}, ...filters.map(({ values }) => values)),
    } as Record<string, string>,
  }
}
