import type * as z from 'zod/mini'
import type { PaymentStatus as PaymentStatusSchema } from './contract.ts'
import type { PaymentFacts } from './paymentReport.ts'
import type { Standing } from './reversals.ts'

export type PaymentStatus = z.output<typeof PaymentStatusSchema>

type Stored = PaymentFacts & Pick<Standing, 'withdrawn'>

/**
 * The status from a payment's facts, in any order: refunds and disputes that take the whole amount decide first, and a
 * completion outweighs failed attempts.
 */
export const statusOf = ({ withdrawn, completedAt, failedAt }: Stored): PaymentStatus => {
  if (withdrawn !== undefined) return withdrawn
  if (completedAt !== undefined) return 'completed'
  return failedAt === undefined ? 'inited' : 'failed'
}

/** Whether the money was returned, or may have to be. */
export const isWithdrawn = ({ withdrawn }: Stored): boolean => withdrawn !== undefined
