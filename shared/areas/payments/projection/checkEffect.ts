import { contentsDeliveryWrite } from '../../alerts/delivery.ts'
import { sequenceAfter } from '../../alerts/sequences.ts'
import type { Effect } from './firstProjection.ts'
import type { ProjectionState } from './projectionRepository.ts'

/** Delivers a check to the overlays, once. It has no history item and no alert. */
export const checkEffect = (deliveries: string, { payment, basis }: ProjectionState, now: Date): Effect => {
  if (payment.sequence !== undefined) return { writes: [] }
  const { recipientId, id: paymentId } = payment
  const after = basis.totals.lastDelivery
  const sequence = sequenceAfter(after)
  const write = contentsDeliveryWrite(deliveries, {
    recipientId,
    after,
    kind: 'check',
    contents: { paymentId },
    test: true,
    now,
  })
  return {
    writes: [write],
    totals: { deliveries: { from: after, last: sequence } },
    payment: { appearedAt: now.toISOString(), sequence },
  }
}
