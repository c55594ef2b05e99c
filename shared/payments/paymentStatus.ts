import type * as z from 'zod/mini'
import type { PaymentStatus as PaymentStatusSchema } from './contract.ts'
import type { PaymentFacts } from './paymentReport.ts'

export type PaymentStatus = z.output<typeof PaymentStatusSchema>

const isDisputed = ({ disputes, disputesWon }: PaymentFacts): boolean =>
  (disputes?.size ?? 0) > (disputesWon?.size ?? 0)

/**
 * The status from a payment's facts, in any order: a refund is final, a dispute counts until it is decided for the
 * recipient, and a completion outweighs failed attempts.
 */
export const statusOf = (facts: PaymentFacts): PaymentStatus => {
  if (facts.refundedAt !== undefined) return 'refunded'
  if (isDisputed(facts)) return 'disputed'
  if (facts.completedAt !== undefined) return 'completed'
  return facts.failedAt === undefined ? 'inited' : 'failed'
}

/** Whether the money was returned, or may have to be. */
export const isWithdrawn = (facts: PaymentFacts): boolean => facts.refundedAt !== undefined || isDisputed(facts)
