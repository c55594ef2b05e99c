import * as z from 'zod/mini'
import { MoneyAnswer } from '../../runtime/money/money.ts'

const FreeObject = z.record(z.string(), z.unknown())

/**
 * A bought action: `payload` is the registered one, and `parameters` are those of the purchase. `id` identifies the
 * purchase within its payment, and `deliveryId` is a parameter of `complete-action`.
 */
export const PaidAction = z
  .object({
    id: z.string(),
    deliveryId: z.string(),
    actionId: z.string(),
    name: z.string(),
    game: z.string(),
    category: z.string(),
    payload: FreeObject,
    parameters: FreeObject,
    paymentId: z.string(),
    system: z.string(),
    nickname: z.string(),
    /** The amount of the whole payment. */
    amount: MoneyAnswer,
  })
  .register(z.globalRegistry, { id: 'PaidAction' })
export type PaidAction = z.output<typeof PaidAction>
