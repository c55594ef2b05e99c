import type { Found, Slice } from '../page/answerPage.ts'
import type { SortOrder } from '../page/contract.ts'
import { type SortKey, sortedSlice, sortKey } from '../page/orders.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { Alert } from './alert.ts'
import type { AlertFilter } from './alertFilter.ts'
import type { AlertRepository, MatchingAlert, PositionedAlert, sortable } from './alertRepository.ts'

export type AlertReader = Pick<AlertRepository, 'range' | 'newest' | 'matching' | 'complete'>
type TotalsReader = Pick<TotalsRepository, 'read'>

const found = (alerts: readonly PositionedAlert[], totalSize: number): Found<Alert, SortKey> => ({
  entries: alerts.map(({ alert, position }) => ({ item: alert, key: [position] })),
  totalSize,
})

const oldestFirst = (alerts: AlertReader, recipientId: string, { offset, after, limit }: Slice<SortKey>) => {
  const first = (after === undefined ? offset : Number(after[0])) + 1
  return alerts.range(recipientId, first, first + limit - 1, true)
}

const downFrom = (alerts: AlertReader, recipientId: string, last: number, limit: number) =>
  alerts.range(recipientId, Math.max(1, last - limit + 1), last, false)

/**
 * A slice of all alerts by time: one range of positions, whatever its offset. The total is read beside it, except for the newest-first
 * pages that are counted from the end: they need it first.
 */
export const findByTime = async (
  alerts: AlertReader,
  totals: TotalsReader,
  recipientId: string,
  ascending: boolean,
  slice: Slice<SortKey>,
): Promise<Found<Alert, SortKey>> => {
  const { offset, after, limit } = slice
  if (!ascending && after === undefined && offset > 0) {
    const { alerts: total } = await totals.read(recipientId)
    return found(await downFrom(alerts, recipientId, total - offset, limit), total)
  }
  const read = () => {
    if (ascending) return oldestFirst(alerts, recipientId, slice)
    if (after === undefined) return alerts.newest(recipientId, limit)
    return downFrom(alerts, recipientId, Number(after[0]) - 1, limit)
  }
  const [page, { alerts: total }] = await Promise.all([read(), totals.read(recipientId)])
  return found(page, total)
}

/** Positions are in the order of time, and unique. */
const keyOf = (alert: MatchingAlert, orders: readonly SortOrder[]): SortKey =>
  sortKey(
    orders,
    (property) => (property === 'createdAt' ? alert.position : alert[property as (typeof sortable)[number]]),
    alert.position,
  )

/** A slice of the alerts that pass a filter, in any order: all of them are looked at, so that the total is exact. */
export const findMatching = async (
  alerts: AlertReader,
  recipientId: string,
  filter: AlertFilter,
  orders: readonly SortOrder[],
  slice: Slice<SortKey>,
): Promise<Found<Alert, SortKey>> => {
  const matching = await alerts.matching(recipientId, filter)
  const entries = matching.map((alert) => ({ alert, key: keyOf(alert, orders) }))
  const found = sortedSlice(entries, orders, slice)
  const complete = await alerts.complete(
    recipientId,
    found.map(({ alert }) => alert),
  )
  return {
    entries: found.flatMap(({ alert: { id }, key }) => {
      const item = complete.get(id)
      return item === undefined ? [] : [{ item, key }]
    }),
    totalSize: matching.length,
  }
}
