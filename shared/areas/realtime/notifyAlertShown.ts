import { timedDerivedId } from '../../runtime/ids.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { messagesOf } from '../endpoints/endpointMessage.ts'
import type { MessageRepository } from '../endpoints/messageRepository.ts'
import { endpointsFor } from '../endpoints/subscriptions.ts'
import type { DeliveryRepository } from './deliveryRepository.ts'

/**
 * Informs endpoints of an alert that an overlay has acknowledged. Each delivery is one event, whichever overlay
 * acknowledges it first. Without such an endpoint it reads nothing.
 */
export const notifyAlertShown =
  (deliveries: Pick<DeliveryRepository, 'page'>, messages: Pick<MessageRepository, 'add'>, clock = systemClock) =>
  async (recipientId: string, endpoints: string | undefined, sequence: number): Promise<void> => {
    const type = 'alert.shown'
    if (endpointsFor(endpoints, type).length === 0) return
    const [found] = (await deliveries.page(recipientId, sequence - 1, 1)).messages
    if (found?.type !== 'alert' || found.sequence !== sequence) return
    const { alert, test, force } = found
    // An overlay acknowledges a hidden alert too, and skips it.
    if (alert.hidden && !force) return
    const now = new Date(clock())
    const eventId = timedDerivedId(alert.createdAt, 'alertShown', alert.id, String(sequence))
    const event = { eventId, type, at: now.toISOString(), data: { ...alert, test } } as const
    await messages.add(recipientId, messagesOf(recipientId, endpoints, event, now))
  }

export type NotifyAlertShown = ReturnType<typeof notifyAlertShown>
