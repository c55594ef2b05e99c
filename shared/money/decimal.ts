import { exponentOf, isCurrency } from './currency.ts'
import type { Money } from './money.ts'

/** The exact decimal of an amount: `{ major: 10, minor: 5, currency: 'EUR' }` is `10.05`, 100 JPY is `100`. */
export const decimalFromMoney = ({ major, minor, currency }: Money): string => {
  const exponent = exponentOf(currency)
  return exponent === 0 ? String(major) : `${major}.${String(minor).padStart(exponent, '0')}`
}

/**
 * The amount of so many units, of which a whole one has 10^`exponent`: 1234 of exponent 2 are 12.34. Undefined for what is negative, no
 * currency, or finer than the currency is.
 */
export const moneyFromUnits = (units: bigint, exponent: number, currency: string): Money | undefined => {
  if (units < 0n || !isCurrency(currency)) return undefined
  const digits = exponentOf(currency)
  const scaled = units * 10n ** BigInt(Math.max(0, digits - exponent))
  const excess = 10n ** BigInt(Math.max(0, exponent - digits))
  if (scaled % excess !== 0n) return undefined
  const whole = 10n ** BigInt(digits)
  const major = scaled / excess / whole
  if (major > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return { major: Number(major), minor: Number((scaled / excess) % whole), currency }
}

/** The amount that a plain decimal tells: `10.05`, `100`, and `100.00` of a currency without fractions too. */
export const moneyFromDecimal = (decimal: string, currency: string): Money | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(decimal) ?? []
  return whole === undefined ? undefined : moneyFromUnits(BigInt(whole + fraction), fraction.length, currency)
}
