import type { Found, Slice } from '../page/answerPage.ts'
import type { SortOrder } from '../page/contract.ts'
import { byOrders } from '../page/orders.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { Alert } from './alert.ts'
import type { AlertFilter } from './alertFilter.ts'
import type { AlertRepository, MatchingAlert, PositionedAlert, sortable } from './alertRepository.ts'

export type AlertReader = Pick<AlertRepository, 'range' | 'newest' | 'matching' | 'complete'>
type TotalsReader = Pick<TotalsRepository, 'read'>

const found = (alerts: readonly PositionedAlert[], totalSize: number): Found<Alert> => {
  const last = alerts.at(-1)?.position
  return { items: alerts.map(({ alert }) => alert), totalSize, ...(last !== undefined && { last }) }
}

const oldestFirst = (alerts: AlertReader, recipientId: string, { offset, after, size }: Slice) => {
  const first = (after === undefined ? offset : Number(after)) + 1
  return alerts.range(recipientId, first, first + size - 1, true)
}

const downFrom = (alerts: AlertReader, recipientId: string, last: number, size: number) =>
  alerts.range(recipientId, Math.max(1, last - size + 1), last, false)

/**
 * A slice of all alerts by time: one range of positions, whatever its offset. The total is read beside it, except for the newest-first
 * pages that are counted from the end: they need it first.
 */
export const findByTime = async (
  alerts: AlertReader,
  totals: TotalsReader,
  recipientId: string,
  ascending: boolean,
  slice: Slice,
): Promise<Found<Alert>> => {
  const { offset, after, size } = slice
  if (!ascending && after === undefined && offset > 0) {
    const { alerts: total } = await totals.read(recipientId)
    return found(await downFrom(alerts, recipientId, total - offset, size), total)
  }
  const read = () => {
    if (ascending) return oldestFirst(alerts, recipientId, slice)
    if (after === undefined) return alerts.newest(recipientId, size)
    return downFrom(alerts, recipientId, Number(after) - 1, size)
  }
  const [page, { alerts: total }] = await Promise.all([read(), totals.read(recipientId)])
  return found(page, total)
}

const propertyOf = (alert: MatchingAlert, property: string) => alert[property as (typeof sortable)[number]]

/** A slice of the alerts that pass a filter, in any order: all of them are looked at, so that the total is exact. */
export const findMatching = async (
  alerts: AlertReader,
  recipientId: string,
  filter: AlertFilter,
  orders: readonly SortOrder[],
  { offset, size }: Slice,
): Promise<Found<Alert>> => {
  const matching = await alerts.matching(recipientId, filter)
  const sorted = matching.toSorted(byOrders(orders, propertyOf))
  return {
    items: await alerts.complete(recipientId, sorted.slice(offset, offset + size)),
    totalSize: sorted.length,
  }
}
