import { exponentOf } from '../../runtime/money/currency.ts'

interface Money {
  readonly major: number
  readonly minor: number
  readonly currency: string
  /** The digits of `minor`, for a currency that is not in ISO 4217. */
  readonly exponent?: number | undefined
}

/**
 * An amount as people of a locale write it: `€12.05`, `¥1,500`, `0.00012 BTC`. `minor` has the digits of ISO 4217, or
 * `exponent`, or two. Browsers count some currencies in larger units, so they are not asked; they get the number as a
 * text, so that no digit is lost.
 */
export const formatMoney = (
  { major, minor, currency, exponent }: Money,
  locales?: string | readonly string[],
  options: Intl.NumberFormatOptions = {},
): string => {
  const digits = exponent ?? exponentOf(currency)
  const number = (digits === 0 ? `${major}` : `${major}.${String(minor).padStart(digits, '0')}`) as `${number}`
  const formatted = (least: number, style: Intl.NumberFormatOptions = {}): string =>
    new Intl.NumberFormat(locales as string[], {
      ...style,
      minimumFractionDigits: least,
      maximumFractionDigits: digits,
      ...options,
    }).format(number)
  if (exponent === undefined && /^[A-Z]{3}$/.test(currency))
    return formatted(digits, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  return `${formatted(Math.min(digits, 2))} ${currency}`
}
