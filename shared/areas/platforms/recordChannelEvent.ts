import type { Write } from '../../contract/write.ts'
import { retryOnConflict } from '../../mechanisms/store/retryOnConflict.ts'
import { RepeatedEvent } from '../../mechanisms/webhooks/webhook.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { dueAttributes } from '../../runtime/time/due.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { streamState, type Transition, transitionOf } from './rules.ts'
import { type ChannelEvent, eventSafetyDelayMs } from './streamEvent.ts'
import type { StreamEventRepository } from './streamEventRepository.ts'
import type { StreamRepository } from './streamRepository.ts'

/** A message's id is kept for this time; the platforms stop repeating it within a day. */
const eventRetentionSeconds = 7 * 24 * 60 * 60

/** An event of a recipient's channel, and the message that contained it. */
export interface ChannelMessage {
  readonly recipientId: string
  readonly channel: string
  /** Identifies the message among those of all platforms. */
  readonly messageId: string
  readonly event: ChannelEvent
}

/** Processes an event, and resolves to whether it had an effect. */
export type RecordChannelEvent = (message: ChannelMessage) => Promise<boolean>

/**
 * Changes the state of the channel and stores the event that announces the change, in one transaction. A repeated
 * message, and one without news, change nothing.
 */
export const recordChannelEvent = (
  streams: Pick<StreamRepository, 'find' | 'change'>,
  events: Pick<StreamEventRepository, 'creation'>,
  commit: (writes: readonly Write[]) => Promise<unknown>,
  clock = systemClock,
): RecordChannelEvent => {
  const writesOf = ({ recipientId, channel, messageId, event }: ChannelMessage, fired: Transition['fired']): Write[] =>
    fired === undefined
      ? []
      : [
          events.creation(recipientId, {
            id: messageId,
            recipientId,
            channel,
            eventId: event.kind === 'other' ? messageId : '',
            takenAt: clock(),
            state: 'queued',
            ...dueAttributes(messageId, clock() + eventSafetyDelayMs),
            expiresAt: epochSeconds(clock()) + eventRetentionSeconds,
            ...fired,
          }),
        ]

  const attempt = async (message: ChannelMessage): Promise<boolean> => {
    const { recipientId, channel, event } = message
    const current = event.kind === 'other' ? undefined : await streams.find(recipientId, channel)
    const { next, fired } = transitionOf(current, event, message.messageId)
    const writes = writesOf(message, fired)
    if (next !== undefined)
      writes.push(streams.change(recipientId, current, streamState(recipientId, channel, next, clock())))
    if (writes.length === 0) return false
    await commit(writes)
    return fired !== undefined
  }

  return async (message) => {
    try {
      return await retryOnConflict(() => attempt(message))
    } catch (error) {
      if (error instanceof RepeatedEvent) return false
      throw error
    }
  }
}
