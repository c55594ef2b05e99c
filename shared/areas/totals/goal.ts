import { comparableUnits, moneyFromComparable } from '../../runtime/money/decimal.ts'
import { type Money, moneyFromItem } from '../../runtime/money/money.ts'
import { sortableDateTime } from '../../runtime/time/utc.ts'
import { isHeldBack } from '../events/isHeldBack.ts'

/** A goal as the recipient's item keeps it. */
export interface StoredGoal {
  readonly title: string
  readonly target: Money
  /** What counts as reached before the first payment. */
  readonly start: Money
  /** UTC instant from which on payments count. */
  readonly since: string
  /** The sum of the counted payments in the smallest unit of any currency, in digits. */
  readonly counted: string
}

/** A goal as overlays and lists show it. */
export interface Goal {
  readonly title: string
  readonly target: Money
  readonly reached: Money
}

/** The members of a history item that decide how much of it counts, and for whom. */
export interface Counted {
  readonly id?: string
  readonly timestamp: string
  readonly nickname?: string | undefined
  readonly amount?: Money | undefined
  readonly refunded?: Money | null | undefined
  readonly deleted?: boolean | undefined
  readonly test?: true | undefined
  readonly heldAt?: string | undefined
  readonly anonymous?: true | undefined
}

/** A change of the money in the history, at the place of its item. */
export interface MoneyChange {
  readonly id: string
  readonly nickname: string
  readonly currency: string
  readonly timestamp: string
  readonly units: bigint
}

const unitsOf = ({ amount, refunded, deleted, test }: Omit<Counted, 'timestamp'>): bigint => {
  if (!amount || deleted || test) return 0n
  const left = comparableUnits(amount) - (refunded ? comparableUnits(refunded) : 0n)
  return left > 0n ? left : 0n
}

/** The donor to whom money counts; nobody's name while the donation is held, or where its nickname is not shown. */
const donorOf = (item: Counted): string => (isHeldBack(item) || item.anonymous ? '' : (item.nickname ?? ''))

const isChange = ({ units }: MoneyChange): boolean => units !== 0n

/** The changes of money between two states of a history item, whose donor may become known; none where all stays. */
export const moneyChanges = (before: Counted | undefined, after: Counted): readonly MoneyChange[] => {
  if (after.amount === undefined) return []
  const { id = '', timestamp, amount } = after
  const nickname = donorOf(after)
  const change = { id, nickname, timestamp, currency: amount.currency }
  const [was, is] = [before === undefined ? 0n : unitsOf(before), unitsOf(after)]
  const former = donorOf(before ?? after)
  return former === nickname
    ? [{ ...change, units: is - was }].filter(isChange)
    : [
        { ...change, nickname: former, units: -was },
        { ...change, units: is },
      ].filter(isChange)
}

/** The goals of a recipient's item, in the order of their currencies: JSON text, which a condition compares. */
export const storedGoals = (text: string | undefined): readonly StoredGoal[] =>
  text === undefined ? [] : (JSON.parse(text) as StoredGoal[])

const isOf = (
  { target: { currency }, since }: Pick<StoredGoal, 'target' | 'since'>,
  change: Pick<MoneyChange, 'currency' | 'timestamp'>,
) => currency === change.currency && sortableDateTime(change.timestamp) >= sortableDateTime(since)

/** The goals after changes of money; the same text where none of them counts. */
export const goalsAfter = (text: string | undefined, changes: readonly MoneyChange[]): string | undefined => {
  const goals = storedGoals(text)
  if (!goals.some((goal) => changes.some((change) => isOf(goal, change)))) return text
  return JSON.stringify(
    goals.map((goal) => {
      const own = changes.filter((change) => isOf(goal, change))
      return { ...goal, counted: String(own.reduce((sum, { units }) => sum + units, BigInt(goal.counted))) }
    }),
  )
}

/** The most that an amount in an answer can say. */
const mostUnits = comparableUnits({ major: Number.MAX_SAFE_INTEGER, minor: 0, currency: 'XXX' })

/** A sum in the currency of another amount, cut after its digits and at the most that an answer can say. */
export const shownUnits = (units: bigint, like: Money): Money =>
  moneyFromItem(moneyFromComparable(units > mostUnits ? mostUnits : units, like))

/** A goal as it is shown; fractions beyond the digits of its target are cut. */
export const goalFromStored = ({ title, target, start, counted }: StoredGoal): Goal => ({
  title,
  target: moneyFromItem(target),
  reached: shownUnits(comparableUnits(start) + BigInt(counted), target),
})

/** A goal with all that was set. */
export const listedGoal = (goal: StoredGoal) => ({
  ...goalFromStored(goal),
  start: moneyFromItem(goal.start),
  since: goal.since,
})

/** All goals as they are shown. */
export const shownGoals = (text: string | undefined): readonly Goal[] => storedGoals(text).map(goalFromStored)

/** The goal that an event counts for, as it is shown; undefined where there is none. */
export const goalOf = (text: string | undefined, { amount, timestamp }: Counted): Goal | undefined => {
  if (amount === undefined) return undefined
  const found = storedGoals(text).find((goal) => isOf(goal, { currency: amount.currency, timestamp }))
  return found && goalFromStored(found)
}

/** The goals with one of a currency set anew, or without it. */
export const withGoal = (text: string | undefined, currency: string, goal: StoredGoal | undefined): string => {
  const others = storedGoals(text).filter(({ target }) => target.currency !== currency)
  const goals = goal === undefined ? others : [...others, goal]
  return JSON.stringify(goals.toSorted((left, right) => (left.target.currency < right.target.currency ? -1 : 1)))
}
