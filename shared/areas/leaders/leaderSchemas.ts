import * as z from 'zod/mini'
import { currencyName } from '../../runtime/money/currency.ts'
import { MoneyAnswer } from '../../runtime/money/money.ts'
import { leaderKinds } from './leaderPeriods.ts'

/** Which leaders are shown: five of the present month, in euros, by default. */
export const LeaderChoice = z.object({
  period: z.optional(z.enum(leaderKinds)),
  currency: z.optional(z.string().check(z.regex(currencyName))),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
})
export type LeaderChoice = z.output<typeof LeaderChoice>

/** The leaders of the present day or month of UTC, or of all time, the highest sum first. */
export const ShownLeaders = z
  .object({
    period: z.enum(leaderKinds),
    currency: z.string(),
    leaders: z.array(z.object({ nickname: z.string(), amount: MoneyAnswer })),
  })
  .register(z.globalRegistry, { id: 'Leaders' })
