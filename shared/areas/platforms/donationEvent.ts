import type { Write } from '../../contract/write.ts'
import { put } from '../../mechanisms/store/writes.ts'
import { derivedId } from '../../runtime/ids.ts'
import { dueAttributes } from '../../runtime/time/due.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { eventSafetyDelayMs, type StreamEvent } from './streamEvent.ts'
import { paymentCompletedTrigger } from './triggers.ts'

/** The channel of donations, which is no platform's: those have the platform's name before a `#`. */
export const donationChannel = 'donations'

const retentionSeconds = 24 * 60 * 60

/**
 * The write that fires the announcers of donations. It belongs into the transaction that makes the alert visible. The
 * event names the alert's position, so that its texts are read when they are posted, as they are then.
 */
export const donationEvent = (table: string, recipientId: string, alertPosition: number, now: Date): Write => {
  const id = derivedId('donation', recipientId, String(alertPosition))
  const event: StreamEvent = {
    id,
    recipientId,
    channel: donationChannel,
    trigger: paymentCompletedTrigger,
    sessionId: String(alertPosition),
    eventId: '',
    takenAt: now.getTime(),
    state: 'queued',
    ...dueAttributes(id, now.getTime() + eventSafetyDelayMs),
    expiresAt: epochSeconds(now) + retentionSeconds,
  }
  return put(table, { ...event }, { repeatable: true })
}
