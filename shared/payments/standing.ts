import type * as z from 'zod/mini'
import type { PaymentStatus as PaymentStatusSchema } from './contract.ts'
import type { PaymentFacts } from './paymentReport.ts'

export type PaymentStatus = z.output<typeof PaymentStatusSchema>

const isDisputed = ({ disputes, disputesWon }: PaymentFacts): boolean =>
  (disputes?.size ?? 0) > (disputesWon?.size ?? 0)

/**
 * What a payment's facts amount to, whatever order they came in: a refund is final, a dispute counts until it is decided for the
 * recipient, and a completion outweighs failed attempts.
 */
export const statusOf = (facts: PaymentFacts): PaymentStatus => {
  if (facts.refundedAt !== undefined) return 'refunded'
  if (isDisputed(facts)) return 'disputed'
  if (facts.completedAt !== undefined) return 'completed'
  return facts.failedAt === undefined ? 'inited' : 'failed'
}

const disputed =
  '(attribute_exists(disputes) AND (attribute_not_exists(disputesWon) OR size(disputes) > size(disputesWon)))'
const unspoilt = `attribute_not_exists(refundedAt) AND NOT ${disputed}`

/** `statusOf` as conditions on a stored payment. */
export const statusConditions: Readonly<Record<PaymentStatus, string>> = {
  refunded: 'attribute_exists(refundedAt)',
  disputed: `attribute_not_exists(refundedAt) AND ${disputed}`,
  completed: `${unspoilt} AND attribute_exists(completedAt)`,
  failed: `${unspoilt} AND attribute_not_exists(completedAt) AND attribute_exists(failedAt)`,
  inited: `${unspoilt} AND attribute_not_exists(completedAt) AND attribute_not_exists(failedAt)`,
}
