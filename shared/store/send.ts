import type { HttpHandlerOptions } from '@smithy/types'
import { Problem } from '../contract/problem.ts'
import { deadlineSignal } from '../invocation.ts'

/** Seconds that a client is told to wait when the store does not answer. */
const retryAfter = 1

const unavailable: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionInProgressException',
  // A single write met a transaction on its item.
  'TransactionConflictException',
  'AbortError',
  'TimeoutError',
])

/** Names of connection failures, which the SDK passes on as they come from the socket. */
const connectionFailures: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
])

const isUnavailability = (error: Error): boolean => {
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } }
  if (unavailable.has(error.name)) return true
  if (typeof code === 'string' && connectionFailures.has(code)) return true
  return ($metadata?.httpStatusCode ?? 0) >= 500
}

export const storeUnavailable = (cause: unknown): Problem =>
  new Problem('store_unavailable', 'The data store did not answer in time; the request can be repeated.', {
    retryAfter,
    cause,
  })

/**
 * Makes one call within what is left of the invocation. A store that stays silent, throttles or fails after all attempts is the
 * problem `store_unavailable`; any other failure passes through.
 */
export const send = async <Output>(call: (options: HttpHandlerOptions) => Promise<Output>): Promise<Output> => {
  const abortSignal = deadlineSignal()
  try {
    return await call(abortSignal === undefined ? {} : { abortSignal })
  } catch (error) {
    if (error instanceof Error && isUnavailability(error)) throw storeUnavailable(error)
    throw error
  }
}
