import type { Item } from '../../contract/write.ts'
import type { Postponable } from '../../mechanisms/store/postponedStore.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { historyItemId } from '../events/historyItemId.ts'
import type { AudienceEvent } from './audienceEvent.ts'

/** An event of a recipient's audience, as it waits for its projection. */
export interface WaitingEvent extends AudienceEvent {
  readonly recipientId: string
  /** Identifies the message among those of all platforms. */
  readonly id: string
  readonly system: string
  /** Gone from the table once it is projected. */
  readonly state: 'due' | 'postponed'
}

/**
 * Events of an audience as items that a table stream brings to their projection. They lie among the events of streams,
 * with a state and a partition of the index that no announcement looks for.
 */
export const dueAudience = (table: string) =>
  ({ table, attribute: 'state', due: 'due', shard: 'audience' }) as const satisfies Postponable

/** The event of the history; its id derives from the message's, so that it comes into the history once. */
export const historyEventFromItem = (item: Item): HistoryEvent => {
  const { recipientId, id, system, event, timestamp, nickname, message, count, levelName } =
    item as unknown as WaitingEvent
  const details = { event, timestamp, nickname, message, count, levelName }
  return { id: historyItemId(recipientId, system, id), system, originId: id, ...details }
}
