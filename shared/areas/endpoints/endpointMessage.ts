import type { Write } from '../../contract/write.ts'
import { put } from '../../mechanisms/store/writes.ts'
import { type Chance, systemChance } from '../../runtime/chance.ts'
import { newId, randomId, timedDerivedId } from '../../runtime/ids.ts'
import { dueAttributes } from '../../runtime/time/due.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { deliveryLimitMs, pausesMs } from './endpointTimes.ts'
import { type EventType, testType } from './eventTypes.ts'
import { endpointsFor } from './subscriptions.ts'

/** A pause is shorter by at most this share, by chance, so that messages that failed together come apart. */
export const jitter = 0.2
/** A queued message that no worker took up within this time is due for the schedule. */
const safetyDelayMs = 2 * 60_000
export const retentionSeconds = 7 * 24 * 60 * 60

/**
 * An event on its way to one endpoint: `queued` (a worker is about to send it), `slow` (so is the one with patience),
 * `postponed` (until `dueAt`), `delivered` or `failed`. Every change replaces the revision.
 */
export interface EndpointMessage {
  readonly recipientId: string
  /** The endpoint's id, then that of the event, which is the `webhook-id`: messages of an endpoint are one range. */
  readonly id: string
  readonly endpointId: string
  readonly type: EventType | typeof testType
  /** The JSON that is sent, the same at every attempt. */
  readonly body: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly state: 'queued' | 'slow' | 'postponed' | 'delivered' | 'failed'
  readonly revision: string
  readonly attempts: number
  /** Epoch milliseconds after which no attempt begins. */
  readonly giveUpAt: number
  /** Its owner asked for it, so it is attempted during a pause of its endpoint too. */
  readonly asked?: true
  /** ISO 8601, of the last attempt. */
  readonly attemptedAt?: string
  /** HTTP status of the last answer; absent where there was none. */
  readonly status?: number
  /** Why the last attempt failed, or none was made. */
  readonly reason?: string
  readonly dueAt?: string
  readonly dueShard?: string
  /** Epoch second. */
  readonly expiresAt: number
}

/** An event, before it is known who is informed of it. */
export interface OutgoingEvent {
  /** Derives from the event, so that a repetition addresses the same message. */
  readonly eventId: string
  readonly type: EventType
  /** ISO 8601. */
  readonly at: string
  readonly data: object
}

/** The event that makes a payment appear; its id derives from the payment, so that its messages can be found. */
export const completionEventId = (recipientId: string, payment: { readonly id: string; readonly createdAt: string }) =>
  timedDerivedId(payment.createdAt, 'paymentCompleted', recipientId, payment.id)

export const messageId = (endpointId: string, eventId: string): string => `${endpointId}#${eventId}`

/** The `webhook-id` of a message. */
export const eventIdOf = ({ id }: Pick<EndpointMessage, 'id'>): string => id.slice(id.indexOf('#') + 1)

const forWorker = <const State extends 'queued' | 'slow'>(state: State, id: string, now: number) => ({
  state,
  revision: randomId(),
  ...dueAttributes(id, now + safetyDelayMs),
})

const newMessage = (
  recipientId: string,
  endpointId: string,
  { eventId, type, at, data }: Omit<OutgoingEvent, 'type'> & Pick<EndpointMessage, 'type'>,
  now: number,
): EndpointMessage => {
  const id = messageId(endpointId, eventId)
  return {
    recipientId,
    id,
    endpointId,
    type,
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#payload-structure
    body: JSON.stringify({ type, timestamp: at, data }),
    createdAt: new Date(now).toISOString(),
    attempts: 0,
    giveUpAt: now + deliveryLimitMs,
    expiresAt: epochSeconds(now) + retentionSeconds,
    ...forWorker('queued', id, now),
  }
}

/** The messages of an event, one for each endpoint that is informed of it; none without such an endpoint. */
export const messagesOf = (
  recipientId: string,
  endpoints: string | undefined,
  event: OutgoingEvent,
  now: Date,
): readonly EndpointMessage[] =>
  endpointsFor(endpoints, event.type).map((id) => newMessage(recipientId, id, event, now.getTime()))

/** The writes of an event's messages, for the transaction of the event. */
export const messageWrites = (table: string, messages: readonly EndpointMessage[]): readonly Write[] =>
  messages.map((message) => put(table, { ...message }, { repeatable: true }))

/** The message that tests an endpoint. */
export const testMessage = (recipientId: string, endpointId: string, now: number): EndpointMessage => {
  const event = { eventId: newId(), type: testType, at: new Date(now).toISOString(), data: { endpointId } } as const
  return { ...newMessage(recipientId, endpointId, event, now), asked: true }
}

/** The attributes of a message that its owner sends again, and those that it loses. */
export const resentMessage = (id: string, now: number) => ({
  set: {
    ...forWorker('queued', id, now),
    attempts: 0,
    asked: true,
    giveUpAt: now + deliveryLimitMs,
    expiresAt: epochSeconds(now) + retentionSeconds,
  },
  remove: ['reason', 'status'],
})

/** The changed attributes of a message that its worker takes up now. */
export const queuedAgain = (id: string, now: number) => forWorker('queued', id, now)

/** The message for the worker that has patience. */
export const handedOver = (message: EndpointMessage, now: number): EndpointMessage => ({
  ...message,
  ...forWorker('slow', message.id, now),
})

/** An attempt's outcome: the answer's status if there was one, and the reason for a failure. */
export interface Attempt {
  readonly status?: number | undefined
  readonly reason?: string | undefined
}

const attempted = (message: EndpointMessage, { status, reason }: Attempt, now: number): EndpointMessage => {
  const { dueAt: _dueAt, dueShard: _dueShard, asked: _asked, status: _status, reason: _reason, ...rest } = message
  return {
    ...rest,
    revision: randomId(),
    attempts: message.attempts + 1,
    attemptedAt: new Date(now).toISOString(),
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
  }
}

export const delivered = (message: EndpointMessage, attempt: Attempt, now: number): EndpointMessage => ({
  ...attempted(message, attempt, now),
  state: 'delivered',
})

/** The message after an attempt that failed: postponed, or failed when no attempt or time is left. */
export const afterFailure = (
  message: EndpointMessage,
  attempt: Attempt,
  now: number,
  chance: Chance = systemChance,
): EndpointMessage => {
  const next = attempted(message, attempt, now)
  const pause = pausesMs[message.attempts]
  const at = pause === undefined ? Number.POSITIVE_INFINITY : now + pause * (1 - jitter * chance())
  return at > message.giveUpAt
    ? { ...next, state: 'failed' }
    : { ...next, state: 'postponed', ...dueAttributes(message.id, at) }
}

/** The message without an attempt: its endpoint is gone or disabled, or its time is over. */
export const givenUp = (message: EndpointMessage, reason: string): EndpointMessage => {
  const { dueAt: _dueAt, dueShard: _dueShard, asked: _asked, ...rest } = message
  return { ...rest, revision: randomId(), state: 'failed', reason }
}

/** The message, to be taken up at `at` without an attempt before; given up if that is too late. */
export const waitingUntil = (message: EndpointMessage, at: number): EndpointMessage =>
  at > message.giveUpAt
    ? givenUp(message, message.reason ?? 'the endpoint has accepted nothing')
    : { ...message, revision: randomId(), state: 'postponed', ...dueAttributes(message.id, at) }
