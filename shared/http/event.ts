/**
 * What the wrapper reads of an API Gateway event (payload format 2.0). Every member is unknown until it is looked at: a function can
 * be invoked with anything.
 */
export interface HttpEvent {
  readonly headers?: unknown
  readonly queryStringParameters?: unknown
  readonly pathParameters?: unknown
  readonly body?: unknown
  readonly isBase64Encoded?: unknown
  readonly requestContext?: unknown
}

/** A member of something that may not be an object at all. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** A member that is a text, or undefined. */
export const textMember = (value: unknown, name: string): string | undefined => {
  const found = member(value, name)
  return typeof found === 'string' ? found : undefined
}

/** The answer of a function to API Gateway, payload format 2.0. */
export interface HttpResult {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** Anything as an event: what is no object has no members. */
export const asEvent = (event: unknown): HttpEvent => (typeof event === 'object' && event !== null ? event : {})
