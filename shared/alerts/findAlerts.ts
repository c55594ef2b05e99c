import { Problem } from '../contract/problem.ts'
import type { Found, Slice } from '../page/answerPage.ts'
import type { SortOrder } from '../page/contract.ts'
import { type SortKey, sortedSlice, sortKey } from '../page/orders.ts'
import { readLimit } from '../store/query.ts'
import type { Period } from '../time/period.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { Alert } from './alert.ts'
import { type AlertFilter, isUnfiltered } from './alertFilter.ts'
import { type AlertRepository, allPositions, type PositionedAlert, type Positions } from './alertRepository.ts'
import { positionsOf } from './positionsOf.ts'

type TotalsReader = Pick<TotalsRepository, 'read'>

/** Properties that alerts can be sorted by. */
export const sortable = ['createdAt', 'nickname', 'levelName', 'count', 'hidden'] as const

/** What is asked for: alerts of a period that pass a filter, in an order. */
export interface AlertQuery {
  readonly recipientId: string
  readonly period: Period
  readonly filter: AlertFilter
  readonly orders: readonly SortOrder[]
}

const found = (alerts: readonly PositionedAlert[], totalSize: number): Found<Alert, SortKey> => ({
  entries: alerts.map(({ alert, position }) => ({ item: alert, key: [position] })),
  totalSize,
})

/** A slice of a range by time: one range of positions, whatever its offset. */
const inRange = async (
  alerts: AlertRepository,
  recipientId: string,
  { first, last }: Positions,
  ascending: boolean,
  { offset, after, limit }: Slice<SortKey>,
): Promise<Found<Alert, SortKey>> => {
  const key = after && Number(after[0])
  const from = key === undefined ? first + offset : Math.max(first, key + 1)
  const downFrom = key === undefined ? last - offset : Math.min(last, key - 1)
  const positions = ascending
    ? { first: from, last: Math.min(last, from + limit - 1) }
    : { first: Math.max(first, downFrom - limit + 1), last: downFrom }
  return found(await alerts.range(recipientId, positions, ascending), Math.max(0, last - first + 1))
}

/** The newest alerts, or those after a cursor, with the total read beside them; other pages need the total first. */
const findByTime = async (
  alerts: AlertRepository,
  totals: TotalsReader,
  recipientId: string,
  ascending: boolean,
  slice: Slice<SortKey>,
): Promise<Found<Alert, SortKey>> => {
  const { offset, after, limit } = slice
  if (!ascending && after === undefined && offset > 0) {
    const { alerts: total } = await totals.read(recipientId)
    return inRange(alerts, recipientId, { first: 1, last: total }, ascending, slice)
  }
  const isNewest = !ascending && after === undefined
  const [page, { alerts: total }] = await Promise.all([
    isNewest
      ? alerts.newest(recipientId, limit).then((newest) => found(newest, 0))
      : inRange(alerts, recipientId, allPositions, ascending, slice),
    totals.read(recipientId),
  ])
  return { ...page, totalSize: total }
}

/** A slice by time of the alerts that pass a filter; the positions are the keys. */
const findFiltered = async (
  alerts: AlertRepository,
  { recipientId, filter }: AlertQuery,
  positions: Positions,
  ascending: boolean,
  { after, ...slice }: Slice<SortKey>,
): Promise<Found<Alert, SortKey>> => {
  const start = after === undefined ? slice : { ...slice, after: Number(after[0]) }
  const { entries, resumeAfter, ...counted } = await alerts.matching(recipientId, positions, filter, ascending, start)
  return {
    ...counted,
    entries: entries.map(({ item, key }) => ({ item, key: [key] })),
    ...(resumeAfter !== undefined && { resumeAfter: [resumeAfter] }),
  }
}

/** Positions are in the order of time, and unique. */
const keyOf = ({ alert, position }: PositionedAlert, orders: readonly SortOrder[]): SortKey =>
  sortKey(
    orders,
    (property) => (property === 'createdAt' ? position : alert[property as (typeof sortable)[number]]),
    position,
  )

/** A slice in another order than that of time: all alerts of the range are read, which therefore has to be small. */
const findSorted = async (
  alerts: AlertRepository,
  { recipientId, filter, orders }: AlertQuery,
  positions: Positions,
  slice: Slice<SortKey>,
): Promise<Found<Alert, SortKey>> => {
  if (positions.last - positions.first >= readLimit.items)
    throw new Problem('invalid_request', `More than ${readLimit.items} alerts are sorted by createdAt only.`, {
      errors: [
        { in: 'query', pointer: '/sort', detail: 'narrow the period with after and before, or sort by createdAt' },
      ],
    })
  const all = await alerts.all(recipientId, positions, filter)
  const entries = all.map((positioned) => ({ item: positioned.alert, key: keyOf(positioned, orders) }))
  return { entries: sortedSlice(entries, orders, slice), totalSize: entries.length }
}

/**
 * A slice of a recipient's alerts. A period becomes a range of positions, so that any page of it is found by its number; what a filter
 * lets through is counted within the limit of a request.
 *
 * @throws Problem `invalid_request` when a page, or a range to be sorted, is beyond the limit
 */
export const findAlerts = async (
  alerts: AlertRepository,
  totals: TotalsReader,
  query: AlertQuery,
  slice: Slice<SortKey>,
): Promise<Found<Alert, SortKey>> => {
  const { recipientId, period, filter, orders } = query
  const ascending = orders[0]?.ascending === true
  const isByTime = orders[0]?.property === 'createdAt'
  if (isByTime && isUnfiltered(period)) {
    if (isUnfiltered(filter)) return findByTime(alerts, totals, recipientId, ascending, slice)
    return findFiltered(alerts, query, allPositions, ascending, slice)
  }
  const { alerts: total } = await totals.read(recipientId)
  const positions = await positionsOf(alerts, recipientId, total, period)
  if (positions.first > positions.last) return found([], 0)
  if (!isByTime) return findSorted(alerts, query, positions, slice)
  return isUnfiltered(filter)
    ? inRange(alerts, recipientId, positions, ascending, slice)
    : findFiltered(alerts, query, positions, ascending, slice)
}
