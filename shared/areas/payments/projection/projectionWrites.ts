import type { Write } from '../../../contract/write.ts'
import { postponement } from '../../../mechanisms/store/postponedStore.ts'
import { conflicting } from '../../../mechanisms/store/retryOnConflict.ts'
import { update } from '../../../mechanisms/store/writes.ts'
import type { AlertBasis } from '../../alerts/raiseAlerts.ts'
import { testExpiry } from '../../events/testExpiry.ts'
import { goalsDelivery } from '../../goals/goalsDelivery.ts'
import { isUnseen } from '../../history/historyWrites.ts'
import { leaderChanges, leaderProgress } from '../../leaders/leaders.ts'
import type { VideoRepository } from '../../media/videoRepository.ts'
import { type MoneyInHistory, type TotalsChange, totalsFromItem, totalsWrites } from '../../totals/totals.ts'
import { isOverlayCheck, isStillDue, type StoredPayment } from '../payment.ts'
import { isWithdrawn, statusOf } from '../paymentStatus.ts'
import { applyPaymentToItem } from './applyPaymentToItem.ts'
import { checkEffect } from './checkEffect.ts'
import { type Effect, firstProjection, unseenWithdrawal } from './firstProjection.ts'
import { type ProjectionState, type ProjectionTables, shownVersion } from './projectionRepository.ts'

const nothing: Effect = { writes: [] }

/** Each payment is counted once; tests are not counted, and expire after a day. */
const counting = ({ payment: { test, counted }, item }: ProjectionState, now: Date): Effect => {
  if (test) return { writes: [], payment: { expiresAt: testExpiry(now) } }
  if (counted || shownVersion(item) > 0) return nothing
  return { writes: [], totals: { payments: 1 }, payment: { counted: true } }
}

const effectOf = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'creation' | 'removal'>,
  state: ProjectionState,
  now: Date,
): Effect => {
  const { payment, item, isKnown } = state
  if (isKnown) return nothing
  if (shownVersion(item) >= payment.version) return { writes: [], isInItem: true }
  if (isOverlayCheck(payment)) return checkEffect(tables.deliveries, state, now)
  if (item !== undefined && !isUnseen(item)) return applyPaymentToItem(tables, videos, state, item, now)
  // A payment that was shown is not shown again.
  if (item === undefined && payment.historyItemId !== undefined) return nothing
  if (statusOf(payment) === 'completed') return firstProjection(tables, videos, state, now)
  return isWithdrawn(payment) && !payment.test ? unseenWithdrawal(tables, state, now) : nothing
}

/** Marks the payment as projected, whether it was postponed or not; refused when another report came in between. */
const projectedWrite = (
  table: string,
  { recipientId, id, version }: StoredPayment,
  attributes: Readonly<Record<string, unknown>>,
): Write =>
  update(
    table,
    { recipientId, id },
    { set: attributes, remove: postponement, when: isStillDue(version), refusal: conflicting },
  )

/** Limits of a transaction (100 items, 4 MB), less one item for the totals and a margin. */
const mostWrites = 99
const mostBytes = 3_500_000

const bytesOf = (writes: readonly Write[]): number =>
  writes.reduce((sum, { operation }) => sum + Buffer.byteLength(JSON.stringify(operation)), 0)

const sum = (left = 0, right = 0): number => left + right

const bothMoney = (
  first: MoneyInHistory | undefined,
  second: MoneyInHistory | undefined,
): MoneyInHistory | undefined =>
  first && second ? { ...second, from: first.from, changes: [...first.changes, ...second.changes] } : (first ?? second)

/** The sum of two changes, the second of which was made after the first. */
const both = (first: TotalsChange, second: TotalsChange): TotalsChange => ({
  history: sum(first.history, second.history),
  payments: sum(first.payments, second.payments),
  ...((first.alerts ?? second.alerts) && {
    alerts: {
      from: first.alerts?.from ?? second.alerts?.from ?? 0,
      added: sum(first.alerts?.added, second.alerts?.added),
      newestAt: second.alerts?.newestAt ?? first.alerts?.newestAt ?? '',
    },
  }),
  ...((first.deliveries ?? second.deliveries) && {
    deliveries: {
      from: first.deliveries?.from ?? second.deliveries?.from ?? 0,
      last: second.deliveries?.last ?? first.deliveries?.last ?? 0,
    },
  }),
  ...((first.money ?? second.money) && { money: bothMoney(first.money, second.money) as MoneyInHistory }),
})

const basisAfter = (
  { totals, ...rules }: AlertBasis,
  { alerts, deliveries, money, goalsSent }: TotalsChange,
): AlertBasis => ({
  ...rules,
  totals: {
    ...totals,
    ...(alerts && { alerts: alerts.from + alerts.added, newestAlertAt: alerts.newestAt }),
    ...(deliveries && { lastDelivery: deliveries.last }),
    ...(money?.to !== undefined && { goals: money.to }),
    ...(goalsSent?.to !== undefined && { goalsSent: goalsSent.to }),
  },
})

/**
 * The writes for one payment, without those of the totals. The payment is marked as projected unless its history item
 * shows it; tests and postponed payments are always marked.
 */
const paymentWrites = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'creation' | 'removal'>,
  state: ProjectionState,
  now: Date,
  isHeld: boolean,
): Pick<Effect, 'writes'> & { readonly totals: TotalsChange; readonly tellsGoals: true | undefined } => {
  const { payment } = state
  const [counted, effect] = [counting(state, now), effectOf(tables, videos, state, now)]
  const isInItem = effect.isInItem && isHeld && !payment.test
  const attributes = isInItem ? { projection: 'due' } : { ...counted.payment, ...effect.payment, projection: 'done' }
  const isMarked = !isInItem || payment.dueAt !== undefined
  const projected = isMarked ? [projectedWrite(tables.payments, payment, attributes)] : []
  const totals = { ...counted.totals, ...effect.totals }
  return { writes: [...projected, ...effect.writes], totals, tellsGoals: effect.tellsGoals }
}

/** Leaders whose sums a transaction changes. */
const leadersOf = ({ money }: TotalsChange): number =>
  money === undefined ? 0 : leaderChanges(leaderProgress(money.leaders), money.changes).length

/** A transaction without the sums of leaders, and the states of the payments that did not fit, as they are after it. */
interface ProjectionStep {
  readonly writes: readonly Write[]
  readonly money: MoneyInHistory | undefined
  readonly rest: readonly ProjectionState[]
}

/**
 * The writes that bring history, alerts, media, deliveries and totals up to date with payments of one recipient, and
 * mark these as projected: one transaction for as many of them, in their order, as it holds. Each happens once, however
 * often and in whatever order reports and records arrive. Two payments that claim one place do not share a transaction.
 */
export const projectionWrites = (
  tables: ProjectionTables,
  videos: Pick<VideoRepository, 'creation' | 'removal'>,
  states: readonly ProjectionState[],
  now: Date,
): ProjectionStep => {
  const writes: Write[] = []
  let count = 0
  const identities = new Set<string>()
  let change: TotalsChange = {}
  let bytes = 0
  let tellsGoals = false
  const [{ payment: { recipientId = '' } = {}, basis: { totals } = { totals: totalsFromItem(undefined) } } = {}] =
    states
  // A recipient's first delivery has no condition on an earlier one, so these writes ensure that nobody has erased the
  // payments meanwhile.
  const isHeld = totals.lastDelivery > 0
  for (const state of states) {
    const basis = basisAfter(state.basis, change)
    const next = paymentWrites(tables, videos, { ...state, basis }, now, isHeld)
    const together = both(change, next.totals)
    bytes += bytesOf(next.writes)
    const isTelling: boolean = next.tellsGoals ?? tellsGoals
    const added = next.writes.length + leadersOf(together) + Number(isTelling)
    const fits = writes.length + added <= mostWrites && bytes <= mostBytes && !identities.has(state.identity.id)
    if (count > 0 && !fits) break
    identities.add(state.identity.id)
    writes.push(...next.writes)
    count += 1
    change = together
    tellsGoals = isTelling
  }
  if (tellsGoals) {
    // One message, behind all deliveries of the transaction.
    const after = change.deliveries?.last ?? totals.lastDelivery
    const told = goalsDelivery(tables.deliveries, { recipientId, totals, after, now }, change.money?.to)
    writes.push(...told.writes)
    change = { ...change, ...told.totals }
  }
  return {
    writes: [...writes, ...totalsWrites(tables.recipients, recipientId, change)],
    money: change.money,
    rest: states.slice(count).map((state) => ({ ...state, basis: basisAfter(state.basis, change) })),
  }
}
