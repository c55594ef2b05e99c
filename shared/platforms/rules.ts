import { randomUUID } from 'node:crypto'
import { streamEndedTrigger, streamStartedTrigger } from '../messenger/rules.ts'
import type { ChannelEvent, StreamEvent } from './streamEvent.ts'

/** Seconds that the state of a channel is remembered after its last event. */
const stateRetention = 30 * 24 * 60 * 60

/** What is known of a channel's latest stream. */
export interface StreamState {
  readonly recipientId: string
  /** `<platform>#<account id>`, or `manual#<stream id>`. */
  readonly channel: string
  readonly sessionId: string
  readonly isOnline: boolean
  /** Sortable times; absent as long as that event has not come. */
  readonly startedAt?: string
  readonly endedAt?: string
  readonly revision: string
  /** Epoch second. */
  readonly expiresAt: number
}

/** What an event changes: the state to store, and what is fired. */
export interface Transition {
  readonly next?: Pick<StreamState, 'sessionId' | 'isOnline' | 'startedAt' | 'endedAt'>
  readonly fired?: Pick<StreamEvent, 'trigger' | 'sessionId' | 'endedSessionId'>
}

const unchanged: Transition = {}

const afterStart = (
  current: StreamState | undefined,
  { sessionId, at }: Extract<ChannelEvent, { kind: 'started' }>,
): Transition => {
  const next = { sessionId, isOnline: true, startedAt: at }
  const fired = { trigger: streamStartedTrigger, sessionId }
  if (current === undefined) return { next, fired }
  // Told before, or told to be over before it was told to have started.
  if (current.sessionId === sessionId) return unchanged
  if (current.endedAt !== undefined && at < current.endedAt) return unchanged
  if (!current.isOnline) return { next, fired }
  if (current.startedAt !== undefined && at <= current.startedAt) return unchanged
  // The end of the one before got lost.
  return { next, fired: { ...fired, endedSessionId: current.sessionId } }
}

const afterEnd = (
  current: StreamState | undefined,
  { sessionId, at }: Extract<ChannelEvent, { kind: 'ended' }>,
): Transition => {
  const ended = sessionId ?? current?.sessionId ?? `until ${at}`
  const fired = { trigger: streamEndedTrigger, sessionId: ended, endedSessionId: ended }
  const next = { sessionId: ended, isOnline: false, endedAt: at }
  if (current === undefined) return { next, fired }
  if (current.sessionId !== ended) return unchanged
  if (current.startedAt !== undefined && at < current.startedAt) return unchanged
  const known = { ...next, ...(current.startedAt !== undefined && { startedAt: current.startedAt }) }
  if (current.isOnline) return { next: known, fired }
  // Over already; a later end still tells starts before it to be late.
  return current.endedAt !== undefined && at > current.endedAt ? { next: known } : unchanged
}

/**
 * What an event means for a channel, in whatever order and however often events come: a stream is announced once, at its start, unless
 * it is known to be over; its end counts once.
 */
export const transitionOf = (current: StreamState | undefined, event: ChannelEvent): Transition => {
  switch (event.kind) {
    case 'started':
      return afterStart(current, event)
    case 'ended':
      return afterEnd(current, event)
    case 'other':
      return { fired: { trigger: event.trigger, sessionId: event.sessionId } }
  }
}

/** A new state of a channel. */
export const streamState = (
  recipientId: string,
  channel: string,
  next: NonNullable<Transition['next']>,
  now: number,
): StreamState => ({
  recipientId,
  channel,
  ...next,
  revision: randomUUID(),
  expiresAt: Math.floor(now / 1000) + stateRetention,
})
