import { randomId } from '../../runtime/ids.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
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
  readonly isOnline: boolean
  /** Sortable times: of the start as far as it is known, and of an end that did not name its stream. */
  readonly startedAt?: string
  readonly endedAt?: string
  readonly revision: string
  /** ISO 8601: the time at which the latest change was reported. */
  readonly changedAt: string
  /** Epoch second. */
  readonly expiresAt: number
}

/** The effect of an event: the state to store, and the triggers that fire. */
export interface Transition {
  readonly next?: Pick<StreamState, 'sessionId' | 'isOnline' | 'startedAt' | 'endedAt'>
  readonly fired?: Pick<StreamEvent, 'trigger' | 'sessionId' | 'endedSessionId'>
}

type Ended = Extract<ChannelEvent, { kind: 'ended' }>

const unchanged: Transition = {}

const afterStart = (
  current: StreamState | undefined,
  { sessionId, at }: Extract<ChannelEvent, { kind: 'started' }>,
): Transition => {
  const next = { sessionId, isOnline: true, startedAt: at }
  const fired = { trigger: streamStartedTrigger, sessionId }
  if (current === undefined) return { next, fired }
  // The start was reported before, or its end was reported before its start.
  if (current.sessionId === sessionId) return unchanged
  if (current.endedAt !== undefined && at < current.endedAt) return unchanged
  if (!current.isOnline) return { next, fired }
  if (current.startedAt !== undefined && at <= current.startedAt) return unchanged
  // The event about the end of the previous stream was lost.
  return { next, fired: { ...fired, endedSessionId: current.sessionId } }
}

const afterNamedEnd = (current: StreamState | undefined, sessionId: string): Transition => {
  if (current !== undefined && current.sessionId !== sessionId) return unchanged
  if (current?.isOnline === false) return unchanged
  const { startedAt } = current ?? {}
  return {
    next: { sessionId, isOnline: false, ...(startedAt !== undefined && { startedAt }) },
    fired: { trigger: streamEndedTrigger, sessionId, endedSessionId: sessionId },
  }
}

/** The end of the stream that was running then. The time is stored: it shows that earlier starts are late. */
const afterUnnamedEnd = (current: StreamState | undefined, { at, startedAt: ofEnded = at }: Ended): Transition => {
  const { sessionId = `until ${at}`, isOnline = true, startedAt, endedAt } = current ?? {}
  const next = { sessionId, isOnline: false, ...(startedAt !== undefined && { startedAt }), endedAt: at }
  if (startedAt !== undefined && (at < startedAt || ofEnded < startedAt)) return unchanged
  if (isOnline) return { next, fired: { trigger: streamEndedTrigger, sessionId, endedSessionId: sessionId } }
  return endedAt === undefined || at > endedAt ? { next } : unchanged
}

/**
 * The effect of an event on a channel's state, for any order and repetition of events: a stream is announced once, at
 * its start, unless it is known to be over; its end counts once.
 */
export const transitionOf = (current: StreamState | undefined, event: ChannelEvent): Transition => {
  switch (event.kind) {
    case 'started':
      return afterStart(current, event)
    case 'ended':
      return event.sessionId === undefined ? afterUnnamedEnd(current, event) : afterNamedEnd(current, event.sessionId)
    case 'other':
      return { fired: { trigger: event.trigger, sessionId: event.sessionId } }
  }
}

export const streamState = (
  recipientId: string,
  channel: string,
  next: NonNullable<Transition['next']>,
  now: number,
): StreamState => ({
  recipientId,
  channel,
  ...next,
  revision: randomId(),
  changedAt: new Date(now).toISOString(),
  expiresAt: epochSeconds(now) + stateRetentionSeconds,
})
