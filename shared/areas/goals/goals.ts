import * as z from 'zod/mini'
import { MoneyAnswer } from '../../runtime/money/money.ts'

/** A goal of one currency: `reached` has its starting amount, and its payments less refunds and disputes. */
export const ShownGoal = z
  .object({ title: z.string(), target: MoneyAnswer, reached: MoneyAnswer })
  .register(z.globalRegistry, { id: 'Goal' })

/** All goals after the delivery `sequence`: of two states the one with the higher sequence holds. */
export const Goals = z
  .object({ goals: z.array(ShownGoal), sequence: z.int().check(z.nonnegative()) })
  .register(z.globalRegistry, { id: 'Goals' })
