import type { HttpHandlerOptions } from '@smithy/types'
import { Problem } from '../../contract/problem.ts'
import { deadlineSignal } from '../../runtime/invocation.ts'

/** `Retry-After` in seconds when the store does not answer. */
const retryAfter = 1

const unavailable: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionInProgressException',
  // A single write conflicted with a transaction on its item.
  'TransactionConflictException',
  'AbortError',
  'TimeoutError',
])

/** Codes of connection failures, which the SDK passes on unchanged. */
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
 * Makes one call within the time that is left for the invocation. A store that does not answer, throttles or fails
 * after all attempts leads to the problem `store_unavailable`. Any other failure is raised unchanged.
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
