import * as z from 'zod/mini'

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * Where Intl tells what cash there is instead of what ISO 4217 says (ECMA-402 asks for the latter): payment gateways do count in
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

export const isCurrency = (value: string): boolean => currencies.has(value)

/** An amount in a request: whole and fractional units apart, so that no float ever holds money (specification, "Money"). */
export const Money = z
  .object({
    major: z.int().check(z.minimum(0)),
    minor: z.int().check(z.minimum(0)),
    currency: z
      .string()
      .check(z.refine(isCurrency, { error: 'Invalid currency: expected an ISO 4217 code in upper case' })),
  })
  .check(
    z.check(({ value: { minor, currency }, issues }) => {
      if (!isCurrency(currency)) return
      const limit = 10 ** exponentOf(currency)
      if (minor >= limit)
        issues.push({
          code: 'custom',
          message: `Too big: expected minor below ${limit} for ${currency}`,
          path: ['minor'],
          input: minor,
        })
    }),
  )
  .register(z.globalRegistry, { id: 'MoneyInput' })

export type Money = z.output<typeof Money>

/** An amount as it is answered. */
export const MoneyAnswer = z
  .object({ minor: z.int(), major: z.int(), currency: z.string() })
  .register(z.globalRegistry, { id: 'Money' })

/** The exact plain decimal of an amount: `{ major: 10, minor: 5, currency: 'EUR' }` is `10.05`, 100 JPY is `100`. */
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
