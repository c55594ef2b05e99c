/** One log line of a function, or of the platform about it. */
export interface LogLine {
  /** The function's construct id, or the part of the harness that wrote the line. */
  readonly source: string
  readonly stream: 'stdout' | 'stderr' | 'platform'
  /** The invocation during which it was written; absent during init. */
  readonly requestId: string | undefined
  readonly text: string
}

/**
 * How an invocation ended, with Lambda's distinctions. A malformed response is a `success` whose
 * payload the caller (the gateway, an event source) cannot use.
 */
export type InvocationResult =
  | { readonly kind: 'success'; readonly requestId: string; readonly payload: unknown }
  | FunctionError
  | {
      readonly kind: 'timeout'
      readonly requestId: string
      readonly phase: InvocationPhase
      readonly errorMessage: string
    }
  | { readonly kind: 'throttled'; readonly errorMessage: string }
  | { readonly kind: 'request_too_large'; readonly errorMessage: string }

/** The invocation's id; undefined when the function did not run. */
export const requestIdOf = (result: InvocationResult): string | undefined =>
  'requestId' in result ? result.requestId : undefined

export type InvocationPhase = 'init' | 'invoke'

export interface FunctionError {
  readonly kind: 'error'
  readonly requestId: string
  readonly phase: InvocationPhase
  /** `Runtime.ImportModuleError`, `Function.ResponseSizeTooLarge`, or the name of what the handler threw. */
  readonly errorType: string
  readonly errorMessage: string
  readonly trace: readonly string[]
}

/** Invokes a function synchronously (`RequestResponse`), by an id of its own unless one is given; never rejects. */
export type InvokeFunction = (
  functionLogicalId: string,
  event: unknown,
  requestId?: string,
) => Promise<InvocationResult>

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html: the invocation payload, request, synchronous. */
export const requestPayloadLimit = 6_291_456

/** The response's limit is 100 bytes more than the request's, according to the Runtime API's own error message. */
export const responsePayloadLimit = 6_291_556
