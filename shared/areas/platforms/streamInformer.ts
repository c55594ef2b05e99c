import { timedDerivedId } from '../../runtime/ids.ts'
import { messagesOf } from '../endpoints/endpointMessage.ts'
import type { EventType } from '../endpoints/eventTypes.ts'
import type { MessageRepository } from '../endpoints/messageRepository.ts'
import type { TotalsRepository } from '../totals/totalsRepository.ts'
import type { StreamEvent } from './streamEvent.ts'
import { streamEndedTrigger, streamStartedTrigger } from './triggers.ts'

const types: Readonly<Record<string, EventType>> = {
  [streamStartedTrigger]: 'stream.started',
  [streamEndedTrigger]: 'stream.ended',
}

/** Informs endpoints of a stream's start, return or end. A repetition stores nothing. */
export const streamInformer =
  (totals: Pick<TotalsRepository, 'read'>, messages: Pick<MessageRepository, 'add'>) =>
  async ({ recipientId, id, trigger, channel, sessionId, takenAt, isResumed }: StreamEvent): Promise<void> => {
    const type = types[trigger]
    if (type === undefined) return
    const now = new Date(takenAt)
    const at = now.toISOString()
    const { endpoints } = await totals.read(recipientId)
    const data = { channel, sessionId, ...(isResumed && { resumed: true }) }
    const eventId = timedDerivedId(at, 'streamEvent', recipientId, id)
    await messages.add(recipientId, messagesOf(recipientId, endpoints, { eventId, type, at, data }, now))
  }

export type InformOfStream = ReturnType<typeof streamInformer>
