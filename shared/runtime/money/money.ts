import * as z from 'zod/mini'
import { violates } from '../../contract/violations.ts'
import { currencyName, exponentOf, isCurrency, mostDigits } from './currency.ts'

const Whole = z.int().check(z.minimum(0))

/** Digits of `minor` of a currency that ISO 4217 does not know and that comes without `exponent`. */
export const usualDigits = 2

/**
 * An amount in a request: whole and fractional units apart, so that no float ever holds money (specification, "Money").
 * A currency that ISO 4217 does not know keeps the number of digits of its `minor`, and any other has those of ISO
 * 4217.
 */
export const Money = z
  .object({
    major: Whole,
    minor: Whole,
    currency: z.string().check(z.regex(currencyName), z.toUpperCase()),
    /** Digits of `minor`: 8 for BTC, 2 if absent. Of an ISO 4217 currency it may only be that one's own. */
    exponent: z.optional(z.int().check(z.minimum(0), z.maximum(mostDigits))),
  })
  .check(
    z.check(({ value: { minor, currency, exponent }, issues }) => {
      const refuse = (name: string, message: string, input: unknown) =>
        issues.push({ code: 'custom', message, path: [name], input, ...violates('not_allowed') })
      const digits = isCurrency(currency) ? exponentOf(currency) : (exponent ?? usualDigits)
      if (exponent !== undefined && exponent !== digits)
        refuse('exponent', `Invalid exponent: ${currency} has ${digits} digits`, exponent)
      if (minor >= 10 ** digits) refuse('minor', `Too big: expected minor below ${10 ** digits} for ${currency}`, minor)
    }),
    z.overwrite(({ major, minor, currency, exponent = usualDigits }) =>
      isCurrency(currency) ? { major, minor, currency } : { major, minor, currency, exponent },
    ),
  )
  .register(z.globalRegistry, { id: 'MoneyInput' })

export type Money = z.output<typeof Money>

/** An amount in an answer; `exponent`, the digits of `minor`, is there for currencies unknown to ISO 4217. */
export const MoneyAnswer = z
  .object({
    minor: z.int(),
    major: z.int(),
    currency: z.string().check(z.maxLength(12)),
    exponent: z.optional(z.int()),
  })
  .register(z.globalRegistry, { id: 'Money' })

/** A stored amount, its members in one order: the same answer is the same text at every read. */
export const moneyFromItem = ({ major, minor, currency, exponent }: Money): Money => ({
  major,
  minor,
  currency,
  ...(exponent !== undefined && { exponent }),
})
