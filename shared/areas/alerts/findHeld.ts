import type { Found, Slice } from '../../mechanisms/store/slice.ts'
import type { Period } from '../../runtime/time/period.ts'
import type { Totals } from '../totals/totals.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import { type AlertItem, type DecidedAlert, decidedAlertFromItem } from './alert.ts'
import type { AlertFilter } from './alertFilter.ts'
import type { AlertRepository } from './alertRepository.ts'
import type { AlertQuery } from './findAlerts.ts'
import { decidableSince } from './held.ts'
import type { HeldAlerts } from './heldAlerts.ts'
import { positionsOf } from './positionsOf.ts'
import { millisecondFrom } from './rules.ts'

/** The search for held alerts of versions without the index: how much they had delivered, and how far it has come. */
interface HeldSearch {
  readonly offset: number
  /** Absent at its end. */
  readonly through?: number
}

const searchOf = ({ heldSearch }: Totals): HeldSearch =>
  heldSearch === undefined ? { offset: 0 } : (JSON.parse(heldSearch) as HeldSearch)

/** What versions without the index of held alerts have delivered; only they change it. */
const offsetOf = ({ lastDelivery, heldNoted = 0 }: Totals): number => lastDelivery - heldNoted

/** Whether the index has every held alert: no other version has delivered anything since the last search. */
export const isHeldKnown = (totals: Totals): boolean => {
  const { offset, through } = searchOf(totals)
  return offset === offsetOf(totals) && through === undefined
}

interface Ports {
  readonly alerts: Pick<AlertRepository, 'times'>
  readonly held: HeldAlerts
  readonly totals: Pick<TotalsRepository, 'read' | 'recordHeldSearch'>
}

/** Puts what other versions have held into the index, as many as one request may read. */
const searched = async (
  { alerts, held, totals }: Ports,
  recipientId: string,
  before: Totals,
  now: Date,
): Promise<{ readonly found: readonly number[]; readonly isKnown: boolean }> => {
  if (isHeldKnown(before)) return { found: [], isKnown: true }
  const offset = offsetOf(before)
  const { offset: searchedOffset, through = 0 } = searchOf(before)
  const recent = await positionsOf(alerts, recipientId, before.alerts, { after: decidableSince(now) })
  const first = Math.max(recent.first, searchedOffset === offset ? through + 1 : 1)
  const part = await held.search(recipientId, { first, last: before.alerts }, now)
  await held.index(recipientId, part.alerts)
  const reached: HeldSearch = { offset, ...(part.through !== undefined && { through: part.through }) }
  const isRecorded = await totals.recordHeldSearch(recipientId, {
    from: before.heldSearch,
    to: JSON.stringify(reached),
  })
  return { found: part.alerts.map(({ position }) => position), isKnown: isRecorded && part.through === undefined }
}

const passes = ({ hidden, held: _held, systems, ...equal }: AlertFilter, { after, before }: Period) => {
  const [from, to] = [after, before].map((instant) => instant && millisecondFrom(instant))
  return (alert: AlertItem): boolean =>
    hidden !== false &&
    (systems === undefined || systems.includes(alert.system)) &&
    Object.entries(equal).every(
      ([name, value]) => value === undefined || alert[name as keyof typeof equal] === value,
    ) &&
    (from === undefined || alert.createdAt >= from) &&
    (to === undefined || alert.createdAt < to)
}

const isAbsent = (value: unknown): boolean => value === undefined

/**
 * A slice of the alerts that wait for a decision, found by their index: nothing is searched, except once for what
 * versions without it have held. Entries of the index that are held no more are taken out of it.
 */
export const findHeld = async (
  ports: Ports,
  { recipientId, period, filter: { held: _held, ...filter }, ascending }: AlertQuery,
  { offset, after, limit }: Slice<number>,
  now: Date,
): Promise<Found<DecidedAlert, number>> => {
  const { held, totals } = ports
  const [before, { positions, isAll }] = await Promise.all([totals.read(recipientId), held.positions(recipientId, now)])
  const { found, isKnown } = await searched(ports, recipientId, before, now)
  const ordered = [...new Set([...positions, ...found])].toSorted((one, other) =>
    ascending ? one - other : other - one,
  )
  const isWhole = [...Object.values(filter), ...Object.values(period)].every(isAbsent)
  const isBefore = (position: number) => after !== undefined && (ascending ? position <= after : position >= after)
  const start = after === undefined ? offset : ordered.filter(isBefore).length
  // Other filters need every item; without them, those of the page suffice.
  const read = await held.find(recipientId, isWhole ? ordered.slice(start, start + limit) : ordered)
  const stale = read.filter(({ state }) => state !== 'held')
  await held.forget(recipientId, stale)
  const matching = read.filter(({ state }) => state === 'held').filter(passes(filter, period))
  const page = isWhole
    ? matching
    : after === undefined
      ? matching.slice(offset)
      : matching.filter(({ position }) => !isBefore(position))
  const resumeAfter = isWhole && stale.length > 0 ? ordered[start + limit - 1] : undefined
  return {
    entries: page.map((item) => ({ item: decidedAlertFromItem(item), key: item.position })),
    totalSize: isWhole ? ordered.length - stale.length : matching.length,
    totalIsExact: isAll && isKnown,
    ...(resumeAfter !== undefined && { resumeAfter }),
  }
}
