import type { Found, Slice } from '../../mechanisms/store/slice.ts'
import type { Period } from '../../runtime/time/period.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { DecidedAlert } from './alert.ts'
import { type AlertFilter, isUnfiltered } from './alertFilter.ts'
import { type AlertRepository, allPositions, type PositionedAlert, type Positions } from './alertRepository.ts'
import { positionsOf } from './positionsOf.ts'

type TotalsReader = Pick<TotalsRepository, 'read'>

/** A request for the alerts of a period that pass a filter, by time. */
export interface AlertQuery {
  readonly recipientId: string
  readonly period: Period
  readonly filter: AlertFilter
  readonly ascending: boolean
}

const found = (alerts: readonly PositionedAlert[], totalSize: number): Found<DecidedAlert, number> => ({
  entries: alerts.map(({ alert, position }) => ({ item: alert, key: position })),
  totalSize,
})

/** A slice of a range by time: one range of positions, whatever its offset. */
const inRange = async (
  alerts: AlertRepository,
  { recipientId, ascending }: AlertQuery,
  { first, last }: Positions,
  { offset, after, limit }: Slice<number>,
): Promise<Found<DecidedAlert, number>> => {
  const from = after === undefined ? first + offset : Math.max(first, after + 1)
  const downFrom = after === undefined ? last - offset : Math.min(last, after - 1)
  const positions = ascending
    ? { first: from, last: Math.min(last, from + limit - 1) }
    : { first: Math.max(first, downFrom - limit + 1), last: downFrom }
  return found(await alerts.list(recipientId, positions, ascending), Math.max(0, last - first + 1))
}

/** The newest alerts, or those after a cursor, with the total read beside them; other pages need the total first. */
const findByTime = async (
  alerts: AlertRepository,
  totals: TotalsReader,
  query: AlertQuery,
  slice: Slice<number>,
): Promise<Found<DecidedAlert, number>> => {
  const { recipientId, ascending } = query
  const { offset, after, limit } = slice
  if (!ascending && after === undefined && offset > 0) {
    const { alerts: total } = await totals.read(recipientId)
    return inRange(alerts, query, { first: 1, last: total }, slice)
  }
  const isNewest = !ascending && after === undefined
  const [page, { alerts: total }] = await Promise.all([
    isNewest
      ? alerts.latest(recipientId, limit).then((newest) => found(newest, 0))
      : inRange(alerts, query, allPositions, slice),
    totals.read(recipientId),
  ])
  return { ...page, totalSize: total }
}

/**
 * A slice of a recipient's alerts. A period becomes a range of positions, so that any page of it is found by its
 * number; alerts that pass a filter are counted within the limit of a request.
 */
export const findAlerts = async (
  alerts: AlertRepository,
  totals: TotalsReader,
  query: AlertQuery,
  slice: Slice<number>,
): Promise<Found<DecidedAlert, number>> => {
  const { recipientId, period, filter, ascending } = query
  const matching = (positions: Positions) => alerts.findMatching(recipientId, positions, filter, ascending, slice)
  if (isUnfiltered(period))
    return isUnfiltered(filter) ? findByTime(alerts, totals, query, slice) : matching(allPositions)
  const { alerts: total } = await totals.read(recipientId)
  const positions = await positionsOf(alerts, recipientId, total, period)
  if (positions.first > positions.last) return found([], 0)
  return isUnfiltered(filter) ? inRange(alerts, query, positions, slice) : matching(positions)
}
