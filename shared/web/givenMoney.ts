import { exponentOf, isCurrency, mostDigits } from '../runtime/money/currency.ts'

/** In `1,000` and `1.000` some see one and others a thousand. */
const mayBeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/

/**
 * The amount in a field, whose decimal point may be a comma; undefined for no amount, or one that may be in thousands.
 * One that is finer than its currency has an exponent: the service keeps it for a currency that ISO 4217 does not know,
 * and refuses any other.
 *
 * @param usualDigits those that amounts of the currency are written with
 */
export const givenMoney = (decimal: string, currency: string, usualDigits: number) => {
  const [given, whole, fraction = ''] = /^(\d{1,15})(?:[.,](\d{1,15}))?$/.exec(decimal.trim()) ?? []
  if (given === undefined || whole === undefined) return undefined
  if (usualDigits < 3 && mayBeThousands.test(given)) return undefined
  const digits = fraction.replace(/0+$/, '')
  const usual = exponentOf(currency)
  const exponent = Math.max(usual, digits.length)
  const minor = Number(digits.padEnd(exponent, '0'))
  return { major: Number(whole), minor, currency, ...(exponent > usual && { exponent }) }
}

/** The amount in a field for any currency, of which ISO 4217 may not know the digits. */
export const givenMoneyOfAny = (decimal: string, currency: string) =>
  givenMoney(decimal, currency, isCurrency(currency) ? exponentOf(currency) : mostDigits)
