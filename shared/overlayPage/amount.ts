export interface Money {
  readonly major: number
  readonly minor: number
  readonly currency: string
  /** The number of digits of `minor`, for a currency that is not in ISO 4217. */
  readonly exponent?: number | undefined
}

/** The decimals of a currency according to `Intl`. */
const decimalsOf = (format: Intl.NumberFormat): number => format.resolvedOptions().maximumFractionDigits ?? 0

const decimal = (major: number, minor: number, decimals: number): `${number}` =>
  (decimals === 0 ? `${major}` : `${major}.${String(minor).padStart(decimals, '0')}`) as `${number}`

/** An amount in the format of the locale. `Intl` gets the number as a text, so that no digit is lost. */
export const amountText = ({ major, minor, currency, exponent }: Money, locales?: string | string[]): string => {
  if (exponent !== undefined) {
    const format = new Intl.NumberFormat(locales, { maximumFractionDigits: 15 })
    return `${format.format(decimal(major, minor, exponent))} ${currency}`
  }
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const format = new Intl.NumberFormat(locales, options)
  const decimals = decimalsOf(format)
  const isWhole = decimals > 0 && minor === 0
  const shown = isWhole ? new Intl.NumberFormat(locales, { ...options, minimumFractionDigits: 0 }) : format
  return shown.format(decimal(major, minor, decimals))
}
