export interface Money {
  readonly major: number
  readonly minor: number
  readonly currency: string
}

/** Decimals of a currency, as `Intl` knows them. */
const decimalsOf = (format: Intl.NumberFormat): number => format.resolvedOptions().maximumFractionDigits ?? 0

/** An amount in the words of the locale, exactly: numbers are given to `Intl` as text. */
export const amountText = ({ major, minor, currency }: Money, locales?: string | string[]): string => {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const format = new Intl.NumberFormat(locales, options)
  const decimals = decimalsOf(format)
  const text = decimals === 0 ? `${major}` : `${major}.${String(minor).padStart(decimals, '0')}`
  const isWhole = decimals > 0 && minor === 0
  const shown = isWhole ? new Intl.NumberFormat(locales, { ...options, minimumFractionDigits: 0 }) : format
  return shown.format(text as `${number}`)
}
