import type * as z from 'zod/mini'
import type { EndpointMessage as EndpointMessageSchema } from './contract.ts'
import { type EndpointMessage, eventIdOf } from './endpointMessage.ts'

/** A message in the log of its endpoint. */
export const loggedMessage = (message: EndpointMessage): z.input<typeof EndpointMessageSchema> => {
  const { type, createdAt, state, attempts, attemptedAt, status, reason, dueAt } = message
  const isWaiting = state !== 'delivered' && state !== 'failed'
  return {
    id: eventIdOf(message),
    type,
    createdAt,
    state: isWaiting ? 'waiting' : state,
    attempts,
    attemptedAt: attemptedAt ?? null,
    status: status ?? null,
    reason: reason ?? null,
    nextAttemptAt: state === 'postponed' ? (dueAt ?? null) : null,
  }
}
