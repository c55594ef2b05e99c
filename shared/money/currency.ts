const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * Currencies for which Intl has the smallest cash unit instead of ISO 4217's decimals, which ECMA-402 demands: payment gateways count in
 * these units, and 10.45 HUF has to be 10.45 HUF.
 */
const isoExponents: ReadonlyMap<string, number> = new Map([
  ...'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR RSD SOS SYP YER'.split(' ').map((code) => [code, 2] as const),
  ['IQD', 3],
])

const exponentFrom = (currency: string): number =>
  isoExponents.get(currency) ??
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
  2

const knownExponents = new Map<string, number>()

/**
 * Digits after the decimal point of an ISO 4217 currency: 2 for EUR, 0 for JPY, 3 for KWD. Remembered, because asking Intl takes longer
 * than writing five rows of a print.
 */
export const exponentOf = (currency: string): number => {
  const known = knownExponents.get(currency)
  if (known !== undefined) return known
  const exponent = exponentFrom(currency)
  knownExponents.set(currency, exponent)
  return exponent
}

/** Whether the text is an ISO 4217 code, in upper case. */
export const isCurrency = (value: string): boolean => currencies.has(value)

/** Characters of a currency's name, where it is no ISO 4217 code. */
export const longestCurrency = 16
/** Digits that the fraction of an amount may have: `minor` is an integer that JavaScript holds exactly. */
export const mostDigits = 15

/** The name of a currency as a payment keeps it: an ISO 4217 code in upper case, any other as it came. */
export const keptCurrency = (name: string): string => {
  const code = name.trim().toUpperCase()
  return isCurrency(code) ? code : name.trim().slice(0, longestCurrency).toWellFormed()
}
