import { exponentOf } from '../runtime/money/currency.ts'

/**
 * The amount in a field, whose decimal point may be a comma; undefined for no amount. One that is finer than its
 * currency has an exponent: the service keeps it for a currency that ISO 4217 does not know, and refuses any other.
 */
export const givenMoney = (decimal: string, currency: string) => {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:[.,](\d{1,15}))?$/.exec(decimal.trim()) ?? []
  if (whole === undefined) return undefined
  const digits = fraction.replace(/0+$/, '')
  const usual = exponentOf(currency)
  const exponent = Math.max(usual, digits.length)
  const minor = Number(digits.padEnd(exponent, '0'))
  return { major: Number(whole), minor, currency, ...(exponent > usual && { exponent }) }
}
