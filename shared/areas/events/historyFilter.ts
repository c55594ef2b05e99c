import { earliest, latest, timeIndex } from '../../mechanisms/store/timeIndex.ts'
import type { Period } from '../../runtime/time/period.ts'
import { sortableDateTime } from '../../runtime/time/utc.ts'

/** The filter of history items; empty lists and absent bounds exclude nothing. */
export interface HistoryFilter extends Period {
  readonly systems: readonly string[]
  readonly events: readonly string[]
  /** Deleted items instead of those that are listed. */
  readonly deleted?: boolean | undefined
}

export const isUnfiltered = ({ systems, events, deleted = false, after, before }: HistoryFilter): boolean =>
  !deleted && systems.length === 0 && events.length === 0 && after === undefined && before === undefined

const anyOf = (name: string, values: readonly string[]) => ({
  condition: `#${name} IN (${values.map((_, index) => `:${name}${index}`).join(', ')})`,
  values: Object.fromEntries(values.map((value, index) => [`:${name}${index}`, value])),
})

const deletedPrefix = 'd:'

/** The index key of a deleted item. These keys sort after those of all listed items, by time. */
export const deletedKey = (orderKey: string): string => `${deletedPrefix}${orderKey}`

/** An item's position in the order of time, from its index key, whether it is deleted or not. */
export const orderKeyFrom = (listedAt: string): string =>
  listedAt.startsWith(deletedPrefix) ? listedAt.slice(deletedPrefix.length) : listedAt

/**
 * The query of the time index for a recipient's items that pass the filter. Order keys are a time and an id, so that
 * the bare time of a bound is below every key of its instant: the lower bound is inclusive and the upper exclusive.
 */
export const historyQuery = (table: string, recipientId: string, filter: HistoryFilter) => {
  const { systems, events, deleted = false, after, before } = filter
  const boundary = (key: string): string => (deleted ? deletedKey(key) : key)
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
      ':first': boundary(after === undefined ? earliest : sortableDateTime(after)),
      ':last': boundary(before === undefined ? latest : sortableDateTime(before)),
      ...Object.assign({}, ...filters.map(({ values }) => values)),
    } as Record<string, string>,
  }
}
