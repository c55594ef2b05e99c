import type { Write } from '../../../contract/write.ts'
import { newId } from '../../../runtime/ids.ts'
import { completionEventId, messagesOf, messageWrites } from '../../endpoints/endpointMessage.ts'
import type { EventType } from '../../endpoints/eventTypes.ts'
import { isHeldBack } from '../../events/isHeldBack.ts'
import { paymentAnswer } from '../payment.ts'
import type { ProjectionState } from './projectionRepository.ts'

/** The webhooks of a payment's event, for the transaction that makes the event so: each is stored once. */
export const paymentMessages = (
  { endpointMessages }: { readonly endpointMessages: string },
  { payment, basis }: Pick<ProjectionState, 'payment' | 'basis'>,
  type: EventType,
  now: Date,
  item: { readonly heldAt?: string | undefined } = {},
): readonly Write[] => {
  const { recipientId } = payment
  const eventId = type === 'payment.completed' ? completionEventId(recipientId, payment) : newId()
  const event = {
    eventId,
    type,
    at: now.toISOString(),
    data: { ...paymentAnswer(payment), ...(isHeldBack(item) && { held: true }) },
  }
  return messageWrites(endpointMessages, messagesOf(recipientId, basis.totals.endpoints, event, now))
}
