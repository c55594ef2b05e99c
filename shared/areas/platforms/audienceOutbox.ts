import type { Item } from '../../contract/write.ts'
import type { Postponable } from '../../mechanisms/store/postponedStore.ts'
import { derivedId } from '../../runtime/ids.ts'
import type { HistoryEvent } from '../events/historyEvent.ts'
import { historyItemId } from '../events/historyItemId.ts'
import type { AudienceEvent } from './audienceEvent.ts'

/** An event of a recipient's audience, as it waits for its projection. */
export interface WaitingEvent extends Omit<AudienceEvent, 'person'> {
  readonly recipientId: string
  /** Identifies the message among those of all platforms; of a follow its follower, where the platform names one. */
  readonly id: string
  /** The id of the message, where `id` is another one. */
  readonly originId?: string
  readonly system: string
  /** Gone from the table, or `done`, once it is projected. */
  readonly state: 'due' | 'postponed'
  /** Epoch milliseconds at which it came; events of versions before 1.1.0 have none. */
  readonly takenAt?: number
  /** The act that its message tells of, where a platform sends two messages of one. */
  readonly act?: string
  /** It raises no alert: its follower has had one within a day. */
  readonly quiet?: true
}

/** One follow alert of an account is raised in this time. */
export const followAlertEveryMs = 24 * 60 * 60 * 1000

/**
 * Events of an audience as items that a table stream brings to their projection. They lie among the events of streams,
 * with a state and a partition of the index that no announcement looks for.
 */
export const dueAudience = (table: string) =>
  ({ table, attribute: 'state', due: 'due', shard: 'audience' }) as const satisfies Postponable

/** Where an event came from: its channel, and the message that told of it. */
interface Origin {
  readonly recipientId: string
  /** Platform and account. */
  readonly account: string
  readonly system: string
  readonly messageId: string
  readonly takenAt: number
}

/** The event as it waits. Of two messages of one act, and of one message that comes again, the ids are equal. */
export const waitingEvent = (
  { recipientId, account, system, messageId, takenAt }: Origin,
  { person, ...event }: AudienceEvent,
): WaitingEvent => {
  const { event: name, part, count = 0, levelName = '' } = event
  const waiting = { ...event, recipientId, id: messageId, system, state: 'due', takenAt } as const
  if (name === 'subscription' && part !== undefined && person !== undefined)
    return { ...waiting, act: derivedId('subscription', account, person, levelName) }
  if (name === 'cheer' && part !== undefined)
    return { ...waiting, act: derivedId('cheer', account, person ?? '', String(count)) }
  if (name === 'follow' && person !== undefined)
    return { ...waiting, id: derivedId('follow', account, person), originId: messageId }
  return waiting
}

/** A follow of somebody whose follow has raised an alert within a day: it is for the history only. */
export const quietFollow = ({ originId, ...waiting }: WaitingEvent): WaitingEvent => ({
  ...waiting,
  id: originId ?? waiting.id,
  quiet: true,
})

/** The event of the history; its id derives from the message's, so that it comes into the history once. */
export const historyEventFromItem = (item: Item): HistoryEvent => {
  const {
    recipientId,
    id,
    originId = id,
    system,
    event,
    timestamp,
    nickname,
    message,
    count,
    levelName,
  } = item as unknown as WaitingEvent
  const details = { event, timestamp, nickname, message, count, levelName }
  return { id: historyItemId(recipientId, system, originId), system, originId, ...details }
}
