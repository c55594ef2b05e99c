import * as z from 'zod/mini'

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Digits after the decimal point of an ISO 4217 currency: 2 for EUR, 0 for JPY, 3 for KWD. */
export const exponentOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

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
