import * as z from 'zod/mini'
import { exponentOf, isCurrency } from './currency.ts'

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
