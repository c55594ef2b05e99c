import { randomId } from '../../runtime/ids.ts'
import { epochSeconds, sortableDateTime } from '../../runtime/time/utc.ts'
import type { ChannelEvent, StreamEvent } from './streamEvent.ts'
import { streamEndedTrigger, streamStartedTrigger } from './triggers.ts'

/** The state of a channel is kept for this time after its last event. */
export const stateRetentionSeconds = 30 * 24 * 60 * 60

/** The known state of a channel's latest stream. */
export interface StreamState {
  readonly recipientId: string
  /** `<platform>#<account id>`, or `manual#<stream id>`. */
  readonly channel: string
  readonly sessionId: string
  /** True until an end is final. */
  readonly isOnline: boolean
  /** Sortable times: of the start as far as it is known, and of an end that did not name its stream. */
  readonly startedAt?: string
  readonly endedAt?: string
  /** Sortable: the time at which the latest report about the stream was sent. Versions before 1.1 did not store it. */
  readonly reportedAt?: string
  /** The event of its end, which is not final while the stream is online. */
  readonly endId?: string
  readonly revision: string
  /** ISO 8601: the time at which the latest change was reported. */
  readonly changedAt: string
  /** Epoch second. */
  readonly expiresAt: number
}

type Next = Pick<StreamState, 'sessionId' | 'isOnline' | 'startedAt' | 'endedAt' | 'reportedAt' | 'endId'> &
  Partial<Pick<StreamState, 'changedAt'>>

/** The effect of an event: the state to store, and the triggers that fire. */
export interface Transition {
  readonly next?: Next
  readonly fired?: Pick<
    StreamEvent,
    'trigger' | 'sessionId' | 'endedSessionId' | 'supersededEnd' | 'isTentative' | 'isResumed'
  >
}

type Started = Extract<ChannelEvent, { kind: 'started' }>
type Ended = Extract<ChannelEvent, { kind: 'ended' }>

const unchanged: Transition = {}

const reportOf = ({ reportedAt, endedAt, changedAt }: StreamState): string =>
  reportedAt ?? endedAt ?? sortableDateTime(changedAt)

/** The members of a state that an event may change; one that is undefined is left out. */
const nextOf = ({ sessionId, isOnline, startedAt, endedAt, reportedAt, endId, changedAt }: Next): Next => ({
  sessionId,
  isOnline,
  ...(startedAt !== undefined && { startedAt }),
  ...(endedAt !== undefined && { endedAt }),
  ...(reportedAt !== undefined && { reportedAt }),
  ...(endId !== undefined && { endId }),
  ...(changedAt !== undefined && { changedAt }),
})

/** A later report that changes nothing else, and shows that earlier ones are late. */
const reported = (current: StreamState, sentAt: string): Transition =>
  sentAt > reportOf(current) ? { next: nextOf({ ...current, reportedAt: sentAt }) } : unchanged

/** A start that was sent after the end takes it back: silently while it is not final. */
const afterOwnStart = (current: StreamState, { sessionId, at, sentAt }: Started): Transition => {
  const { isOnline, startedAt, endId, changedAt } = current
  if (sentAt <= reportOf(current)) return unchanged
  if (isOnline && endId === undefined) return reported(current, sentAt)
  const back = { sessionId, isOnline: true, startedAt: startedAt ?? at, reportedAt: sentAt }
  if (isOnline) return { next: { ...back, changedAt } }
  // A stream of which only the end was known is announced for the first time.
  return { next: back, fired: { trigger: streamStartedTrigger, sessionId, ...(startedAt && { isResumed: true }) } }
}

/** Whether a start of another stream belongs to one before, because it was sent and made before what is known. */
const isLate = (current: StreamState, { at, sentAt }: Started): boolean => {
  const { isOnline, endId, startedAt, endedAt } = current
  if (isOnline && endId === undefined) return startedAt !== undefined && at <= startedAt
  if (sentAt > reportOf(current)) return false
  return (endedAt !== undefined && at < endedAt) || (startedAt !== undefined && at <= startedAt)
}

const afterStart = (current: StreamState | undefined, event: Started): Transition => {
  const { sessionId, at, sentAt } = event
  const next = { sessionId, isOnline: true, startedAt: at, reportedAt: sentAt }
  const fired = { trigger: streamStartedTrigger, sessionId }
  if (current === undefined) return { next, fired }
  if (current.sessionId === sessionId) return afterOwnStart(current, event)
  if (isLate(current, event)) return unchanged
  if (!current.isOnline) return { next, fired }
  // An end that was not final is final now; otherwise the event about the end of the previous stream was lost.
  const { endId, sessionId: previous } = current
  const before = endId === undefined ? { endedSessionId: previous } : { supersededEnd: endId }
  return { next, fired: { ...fired, ...before } }
}

/** Whether an end is that of the stream that is known, as far as the event tells. */
const isOwnEnd = ({ sessionId, startedAt }: StreamState, ended: Ended): boolean => {
  if (ended.sessionId !== undefined) return ended.sessionId === sessionId
  return startedAt === undefined || (ended.at >= startedAt && (ended.startedAt ?? startedAt) >= startedAt)
}

/**
 * The end of the stream that is named, or of the one that was running then; the time of the latter is stored, because
 * it shows that earlier starts are late. The stream counts as online until its end is final.
 */
const afterEnd = (current: StreamState | undefined, ended: Ended, endId: string): Transition => {
  const { at, sentAt } = ended
  const { sessionId = ended.sessionId ?? `until ${at}` } = current ?? {}
  const endedAt = ended.sessionId === undefined ? { endedAt: at } : {}
  const fired = { trigger: streamEndedTrigger, sessionId, endedSessionId: sessionId }
  // Nothing of a stream whose start is unknown could be kept until its end is final.
  if (current === undefined) return { next: { sessionId, isOnline: false, ...endedAt, reportedAt: sentAt }, fired }
  if (!isOwnEnd(current, ended)) return unchanged
  if (!current.isOnline || current.endId !== undefined) {
    if (sentAt <= reportOf(current)) return unchanged
    return { next: nextOf({ ...current, ...endedAt, reportedAt: sentAt }) }
  }
  // The stream has started again since this end was sent.
  if (current.reportedAt !== undefined && sentAt < current.reportedAt) return unchanged
  return { next: nextOf({ ...current, ...endedAt, reportedAt: sentAt, endId }), fired: { ...fired, isTentative: true } }
}

/**
 * The effect of an event on a channel's state, for any order and repetition of events: a stream is announced once, at
 * its start, unless it is known to be over; its end counts once. A start that was sent after the end brings it back.
 *
 * @param id of the event that is stored if something fires
 */
export const transitionOf = (current: StreamState | undefined, event: ChannelEvent, id: string): Transition => {
  switch (event.kind) {
    case 'started':
      return afterStart(current, event)
    case 'ended':
      return afterEnd(current, event, id)
    case 'other':
      return { fired: { trigger: event.trigger, sessionId: event.sessionId } }
  }
}

export const streamState = (recipientId: string, channel: string, next: Next, now: number): StreamState => ({
  recipientId,
  channel,
  changedAt: new Date(now).toISOString(),
  ...next,
  revision: randomId(),
  expiresAt: epochSeconds(now) + stateRetentionSeconds,
})
