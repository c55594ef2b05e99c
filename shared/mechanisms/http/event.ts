/**
 * The members of an API Gateway event (payload format 2.0) that the wrapper reads. Every member is unknown until it is
 * checked: a function can be invoked with anything.
 */
export interface HttpEvent {
  readonly headers?: unknown
  readonly queryStringParameters?: unknown
  readonly pathParameters?: unknown
  readonly body?: unknown
  readonly isBase64Encoded?: unknown
  readonly requestContext?: unknown
}

/** The answer of a function to API Gateway, payload format 2.0. */
export interface HttpResult {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: string
  /** Whether the body is bytes in base64. */
  readonly isBase64Encoded?: boolean
}

/** Takes any value as an event; a value that is not an object has no members. */
export const asEvent = (event: unknown): HttpEvent => (typeof event === 'object' && event !== null ? event : {})
