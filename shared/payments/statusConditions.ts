import type { PaymentStatus } from './paymentStatus.ts'

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
