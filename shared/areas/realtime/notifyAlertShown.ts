import { timedDerivedId } from '../../runtime/ids.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { type EndpointMessage, messagesOf } from '../endpoints/endpointMessage.ts'
import type { MessageRepository } from '../endpoints/messageRepository.ts'
import { endpointsFor } from '../endpoints/subscriptions.ts'
import { lastShown } from '../overlays/overlay.ts'
import type { OverlayRepository } from '../overlays/overlayRepository.ts'
import type { DeliveryRepository } from './deliveryRepository.ts'
import type { DeliveryMessage } from './serverMessages.ts'

/** The most deliveries that are read at a time. */
const atOnce = 20

/**
 * Informs endpoints of the alerts that an overlay has acknowledged: an acknowledgement covers a delivery and every
 * earlier one. Each delivery is one event, whichever overlay acknowledges it first. Without such an endpoint it reads
 * nothing.
 */
export const notifyAlertShown =
  (
    deliveries: Pick<DeliveryRepository, 'page'>,
    messages: Pick<MessageRepository, 'add'>,
    overlays: Pick<OverlayRepository, 'find'>,
    clock = systemClock,
  ) =>
  async (recipientId: string, overlayId: string, endpoints: string | undefined, sequence: number): Promise<void> => {
    const type = 'alert.shown'
    if (endpointsFor(endpoints, type).length === 0) return
    const overlay = await overlays.find(recipientId, overlayId)
    if (overlay === undefined) return
    const now = new Date(clock())
    const messagesFor = ({ sequence, ...found }: DeliveryMessage): readonly EndpointMessage[] => {
      // An overlay acknowledges a hidden alert too, and skips it.
      if (found.type !== 'alert' || (found.alert.hidden && !found.force)) return []
      const { alert, test } = found
      const eventId = timedDerivedId(alert.createdAt, 'alertShown', alert.id, String(sequence))
      const event = { eventId, type, at: now.toISOString(), data: { ...alert, test } } as const
      return messagesOf(recipientId, endpoints, event, now)
    }
    // An overlay may show what came before it began. Mostly one delivery is acknowledged, and the first page has it.
    const shownBefore = Math.min(lastShown(overlay), sequence - 1)
    for (let [after, limit, more] = [shownBefore, 1, true]; more && after < sequence; limit = atOnce) {
      const page = await deliveries.page(recipientId, after, limit)
      const shown = page.messages.filter((delivery) => delivery.sequence <= sequence)
      await messages.add(recipientId, shown.flatMap(messagesFor))
      ;({ through: after, more } = page)
    }
  }

export type NotifyAlertShown = ReturnType<typeof notifyAlertShown>
