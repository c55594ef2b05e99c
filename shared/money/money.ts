import * as z from 'zod/mini'
import { exponentOf, isCurrency, longestCurrency, mostDigits } from './currency.ts'

const Whole = z.int().check(z.minimum(0))

/**
 * An amount in a request: whole and fractional units apart, so that no float ever holds money (specification, "Money"). A currency
 * that ISO 4217 does not know comes with the digits of its `minor`, as lists answer it; without them it is taken for a mistake.
 */
export const Money = z
  .object({
    major: Whole,
    minor: Whole,
    currency: z.string().check(z.minLength(1), z.maxLength(longestCurrency)),
    /** Digits of `minor`, for a currency that ISO 4217 does not know: 8 for BTC. */
    exponent: z.optional(z.int().check(z.minimum(0), z.maximum(mostDigits))),
  })
  .check(
    z.check(({ value: { minor, currency, exponent }, issues }) => {
      const refuse = (name: string, message: string, input: unknown) =>
        issues.push({ code: 'custom', message, path: [name], input })
      if (isCurrency(currency) ? exponent !== undefined : exponent === undefined) {
        refuse(
          'currency',
          'Invalid currency: expected an ISO 4217 code in upper case, or any other with exponent',
          currency,
        )
        return
      }
      const limit = 10 ** (exponent ?? exponentOf(currency))
      if (minor >= limit) refuse('minor', `Too big: expected minor below ${limit} for ${currency}`, minor)
    }),
  )
  .register(z.globalRegistry, {
    id: 'MoneyInput',
    if: { properties: { exponent: { type: 'integer' } }, required: ['exponent'] },
    // Said for linters that otherwise refuse, in this part, the members that it does not name.
    else: { properties: { currency: { pattern: '^[A-Z]{3}$' } }, additionalProperties: true },
  })

export type Money = z.output<typeof Money>

/** An amount as it is answered; `exponent`, the digits of `minor`, is there for currencies that ISO 4217 does not know. */
export const MoneyAnswer = z
  .object({ minor: z.int(), major: z.int(), currency: z.string(), exponent: z.optional(z.int()) })
  .register(z.globalRegistry, { id: 'Money' })

/** An amount as it was stored, its members in one order: DynamoDB keeps none, and the same answer is the same text at every read. */
export const moneyFromItem = ({ major, minor, currency, exponent }: Money): Money => ({
  major,
  minor,
  currency,
  ...(exponent !== undefined && { exponent }),
})
