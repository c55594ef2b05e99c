import { latest } from '../../mechanisms/store/timeIndex.ts'
import { shortId } from '../../runtime/ids.ts'
import { isCurrency, mostDigits } from '../../runtime/money/currency.ts'
import { type Money, usualDigits } from '../../runtime/money/money.ts'
import { sortableDateTime } from '../../runtime/time/utc.ts'
import { type MoneyChange, shownUnits } from '../totals/goal.ts'
import { type LeaderKind, leaderKinds, periodOf } from './leaderPeriods.ts'

/**
 * The last item of the history, in its order, that each kind has counted, or `latest` where it has counted all. A kind
 * that nobody has asked for is absent, and counts nothing.
 */
export type LeaderProgress = { readonly [Kind in LeaderKind]?: string }

/** The progress in a recipient's item: JSON text, which a condition compares. */
export const leaderProgress = (text: string | undefined): LeaderProgress =>
  text === undefined ? {} : (JSON.parse(text) as LeaderProgress)

/** A donor's sum in a list, which is that of a period and a currency. */
export interface LeaderSum {
  readonly list: string
  readonly nickname: string
  readonly units: bigint
}

export const leaderList = (period: string, currency: string): string => `${period}#${currency}`

/** The key of a donor in a list. Nicknames are compared as they are, letter by letter. */
export const leaderId = ({ list, nickname }: Pick<LeaderSum, 'list' | 'nickname'>): string =>
  `${list}#${shortId(nickname)}`

/** Digits of the largest sum: more than a billion times the largest amount. */
const rankDigits = 40

/** The rank of a donor in its list: it says the sum, and no two donors share one. */
export const leaderRank = ({ list, nickname, units }: LeaderSum): string =>
  `${list}#${String(units).padStart(rankDigits, '0')}#${shortId(nickname)}`

/** The sum that a rank says. */
export const unitsOfRank = (rank: string): bigint => BigInt(rank.split('#')[2] as string)

/** The key of the donor with a rank. */
export const idOfRank = (rank: string): string => rank.replace(/\d{40}#/, '')

/** What changes of money change in the lists that have counted their items; donors without a name are in none. */
export const leaderChanges = (progress: LeaderProgress, changes: readonly MoneyChange[]): readonly LeaderSum[] => {
  const sums = new Map<string, LeaderSum>()
  for (const { id, nickname, currency, timestamp, units } of changes) {
    const position = `${sortableDateTime(timestamp)}#${id}`
    if (nickname === '') continue
    for (const kind of leaderKinds) {
      const counted = progress[kind]
      if (counted === undefined || position > counted) continue
      const list = leaderList(periodOf[kind](timestamp), currency)
      const key = leaderId({ list, nickname })
      sums.set(key, { list, nickname, units: (sums.get(key)?.units ?? 0n) + units })
    }
  }
  return [...sums.values()]
}

/**
 * A sum in a currency. One that ISO 4217 does not know has as many digits as the sum needs, at least the usual ones.
 */
export const amountOfUnits = (units: bigint, currency: string): Money => {
  let digits = usualDigits
  while (digits < mostDigits && units % 10n ** BigInt(mostDigits - digits) !== 0n) digits++
  return shownUnits(units, {
    major: 0,
    minor: 0,
    currency,
    ...(!isCurrency(currency) && { exponent: digits }),
  })
}

/** Whether a kind has counted all of the history. */
export const isCounted = (progress: LeaderProgress, kind: LeaderKind): boolean => progress[kind] === latest
