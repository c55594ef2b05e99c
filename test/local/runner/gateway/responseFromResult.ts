import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { InvocationResult } from '../lambda/invocation.ts'
import { type GatewayResponse, gatewayError } from './gatewayResponse.ts'
import { hopByHopHeaders } from './hopByHopHeaders.ts'

type Header = GatewayResponse['headers'][number]

const base64Text = /^[A-Za-z0-9+/]*={0,2}$/

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The status of a result: a whole number, or its digits as a string; undefined when it is neither. */
const statusOf = (statusCode: unknown): number | undefined => {
  const status = typeof statusCode === 'string' && /^\d{3}$/.test(statusCode) ? Number(statusCode) : statusCode
  return typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599 ? status : undefined
}

const bodyOf = ({ body, isBase64Encoded }: Record<string, unknown>): Buffer | undefined => {
  if (isBase64Encoded !== undefined && isBase64Encoded !== null && typeof isBase64Encoded !== 'boolean')
    return undefined
  if (body === undefined || body === null) return Buffer.alloc(0)
  if (typeof body !== 'string') return undefined
  if (!isBase64Encoded) return Buffer.from(body)
  return base64Text.test(body) ? Buffer.from(body, 'base64') : undefined
}

export const isSendable = ([name, value]: Header): boolean => {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

/** Strings, numbers and booleans are header values, null and undefined are left out, anything else is malformed. */
const headersOf = (headers: unknown): Header[] | undefined => {
  if (headers === undefined || headers === null) return []
  if (!isRecord(headers)) return undefined
  const pairs: Header[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === null) continue
    if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined
    pairs.push([name.toLowerCase(), String(value)])
  }
  return pairs.every(isSendable) ? [...new Map(pairs)] : undefined
}

const cookiesOf = (cookies: unknown): Header[] | undefined => {
  if (cookies === undefined || cookies === null) return []
  if (!Array.isArray(cookies) || !cookies.every((cookie) => typeof cookie === 'string')) return undefined
  const headers = cookies.map((cookie): Header => ['set-cookie', cookie])
  return headers.every(isSendable) ? headers : undefined
}

const withContentType = (headers: readonly Header[]): readonly Header[] =>
  headers.some(([name]) => name === 'content-type')
    ? headers
    : [['content-type', 'text/plain; charset=utf-8'], ...headers]

const passedOn = (headers: readonly Header[]): Header[] => {
  const dropped = hopByHopHeaders(new Map(headers).get('connection'))
  return headers.filter(([name]) => name !== 'content-length' && !dropped.has(name))
}

/** A result that names a status is the response itself; undefined when it is malformed. */
const shapedResponse = (result: Record<string, unknown>): GatewayResponse | undefined => {
  const status = statusOf(result['statusCode'])
  const body = bodyOf(result)
  const headers = headersOf(result['headers'])
  const cookies = cookiesOf(result['cookies'])
  if (status === undefined || !body || !headers || !cookies) return undefined
  return { status, headers: [...withContentType(passedOn(headers)), ...cookies], body }
}

/** A result without a status is the body of a 200: a string as it is, anything else as JSON. */
const inferredResponse = (payload: unknown): GatewayResponse => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload ?? null)),
})

const responseFromPayload = (payload: unknown): GatewayResponse =>
  isRecord(payload) && 'statusCode' in payload
    ? (shapedResponse(payload) ?? gatewayError(500))
    : inferredResponse(payload)

/** An HTTP API answers 503 for a lack of concurrency, unlike a REST API, which answers 500. */
const failures = { throttled: 503, request_too_large: 413, error: 500, timeout: 500 } as const

/**
 * The response for an invocation's result. A failure is reported to the client only by its status.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const responseFromResult = (result: InvocationResult | 'late'): GatewayResponse => {
  if (result === 'late') return gatewayError(503)
  return result.kind === 'success' ? responseFromPayload(result.payload) : gatewayError(failures[result.kind])
}
