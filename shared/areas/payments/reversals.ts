import { comparableUnits, moneyFromComparable } from '../../runtime/money/decimal.ts'
import type { Money } from '../../runtime/money/money.ts'

/**
 * Money of a payment that was taken back: by a refund, by a dispute, or by all refunds of a charge together, which some
 * gateways report.
 */
export interface Reversal {
  readonly kind: 'refund' | 'dispute' | 'allRefunds'
  /** The whole payment where it is absent. */
  readonly amount?: Money
  /** The UTC instant of the event that reported it. */
  readonly at: string
  /** The refund failed, or the dispute was won: the money came back, for good. */
  readonly isBack?: true
}

/** The reversals of a payment, by the ids of refunds, disputes and charges. */
export type Reversals = Readonly<Record<string, Reversal>>

/** The rest of a payment after its reversals. */
export interface Standing {
  /** The part that was taken back; absent where nothing was. */
  readonly refunded?: Money
  /** Why nothing is left. */
  readonly withdrawn?: 'refunded' | 'disputed'
}

/** Reversals that a payment keeps, about 100 bytes each. */
const mostReversals = 100

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right)
const most = (left: bigint, right: bigint): bigint => (left > right ? left : right)

/** The report of a reversal that counts: money that came back, then the later one, then the larger one. */
const newer = (before: Reversal | undefined, next: Reversal): Reversal => {
  if (before === undefined) return next
  if (before.isBack || next.isBack) return before.isBack ? before : next
  const [first, second] = [Date.parse(before.at), Date.parse(next.at)]
  if (first !== second) return first > second ? before : next
  const isLarger = before.amount && next.amount && comparableUnits(before.amount) > comparableUnits(next.amount)
  return isLarger ? before : next
}

/** The reversals with another one, in whatever order they come. Without room for it, they stay as they are. */
export const withReversal = (known: Reversals, id: string, reversal: Reversal): Reversals => {
  const hasRoom = Object.hasOwn(known, id) || Object.keys(known).length < mostReversals
  return hasRoom ? { ...known, [id]: newer(known[id], reversal) } : known
}

/**
 * The rest of an amount. Refunds are the sum of those that stand, or the gateway's own sum of all refunds if that is
 * more, less those that failed after it. A reversal in another currency than the payment's cannot be compared with it,
 * so it counts as the whole.
 */
export const standingOf = (amount: Money, reversals: Reversals): Standing => {
  const whole = comparableUnits(amount)
  const all = Object.values(reversals)
  const unitsOf = ({ amount: part }: Reversal): bigint =>
    part === undefined || part.currency !== amount.currency ? whole : comparableUnits(part)
  const inForce = (kind: Reversal['kind']) => all.filter((each) => each.kind === kind && !each.isBack)
  const failedAfter = (at: string) =>
    all.filter((each) => each.kind === 'refund' && each.isBack && Date.parse(each.at) >= Date.parse(at))
  const reportedSums = inForce('allRefunds').map((each) => unitsOf(each) - sum(failedAfter(each.at).map(unitsOf)))
  const refunds = most(sum(reportedSums), sum(inForce('refund').map(unitsOf)))
  const taken = refunds + sum(inForce('dispute').map(unitsOf))
  const isWhole = all.some(({ isBack, amount: part }) => !isBack && part === undefined)
  // Of a payment of nothing, the whole is nothing.
  if (taken === 0n && !(whole === 0n && isWhole)) return {}
  const refunded = moneyFromComparable(least(taken, whole), amount)
  if (taken < whole) return { refunded }
  return {
    refunded,
    withdrawn: refunds >= whole && all.some(({ kind }) => kind !== 'dispute') ? 'refunded' : 'disputed',
  }
}
