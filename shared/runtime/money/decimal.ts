import { exponentOf, isCurrency, mostDigits } from './currency.ts'
import type { Money } from './money.ts'

const digitsOf = ({ currency, exponent }: Money): number => exponent ?? exponentOf(currency)

/** The exact decimal of an amount: `{ major: 10, minor: 5, currency: 'EUR' }` is `10.05`, 100 JPY is `100`. */
export const decimalFromMoney = (money: Money): string => {
  const digits = digitsOf(money)
  return digits === 0 ? String(money.major) : `${money.major}.${String(money.minor).padStart(digits, '0')}`
}

/** An amount in the smallest unit of any currency: comparable among amounts of the same currency. */
export const comparableUnits = (money: Money): bigint =>
  BigInt(money.major) * 10n ** BigInt(mostDigits) + BigInt(money.minor) * 10n ** BigInt(mostDigits - digitsOf(money))

/** The amount of these units in the currency of another amount, cut after its digits. */
export const moneyFromComparable = (units: bigint, like: Money): Money => {
  const whole = 10n ** BigInt(mostDigits)
  const finest = 10n ** BigInt(mostDigits - digitsOf(like))
  return { ...like, major: Number(units / whole), minor: Number((units % whole) / finest) }
}

/** The number of units of an amount, 10^`exponent` of which are a whole one; undefined for a finer amount. */
export const unitsFromMoney = (money: Money, exponent: number): bigint | undefined => {
  const finest = 10n ** BigInt(mostDigits - exponent)
  const units = comparableUnits(money)
  return units % finest === 0n ? units / finest : undefined
}

/** Split at the decimal point; undefined where the whole units are no exact number. */
const split = (units: bigint, digits: number): { major: number; minor: number } | undefined => {
  const whole = 10n ** BigInt(digits)
  const major = units / whole
  return major > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : { major: Number(major), minor: Number(units % whole) }
}

/**
 * The amount of a number of units, 10^`exponent` of which are a whole one: 1234 of exponent 2 are 12.34. A currency
 * that ISO 4217 does not know keeps that exponent, cut after 15 digits. Undefined for a negative amount, or one that is
 * finer than an ISO currency.
 */
export const moneyFromUnits = (units: bigint, exponent: number, currency: string): Money | undefined => {
  if (units < 0n) return undefined
  const known = isCurrency(currency)
  const digits = known ? exponentOf(currency) : Math.min(exponent, mostDigits)
  const scaled = units * 10n ** BigInt(Math.max(0, digits - exponent))
  const excess = 10n ** BigInt(Math.max(0, exponent - digits))
  if (known && scaled % excess !== 0n) return undefined
  const parts = split(scaled / excess, digits)
  return parts && { ...parts, currency, ...(!known && { exponent: digits }) }
}

/** The amount of a plain decimal: `10.05`, `100`, and `100.00` of a currency without fractions too. */
export const moneyFromDecimal = (decimal: string, currency: string): Money | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(decimal) ?? []
  return whole === undefined ? undefined : moneyFromUnits(BigInt(whole + fraction), fraction.length, currency)
}
