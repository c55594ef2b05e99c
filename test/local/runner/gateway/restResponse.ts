import type { RestApiResource } from '../deployment.ts'
import type { InvocationResult } from '../lambda/invocation.ts'
import { type GatewayRequest, headerValue } from './gatewayRequest.ts'
import type { GatewayResponse } from './gatewayResponse.ts'
import { isRecord, isSendable } from './responseFromResult.ts'
import { restError } from './restErrors.ts'
import { hasMediaType } from './restMediaTypes.ts'

type Header = GatewayResponse['headers'][number]

/** None of these members is required, but no other is allowed. */
const members = ['statusCode', 'headers', 'multiValueHeaders', 'body', 'isBase64Encoded']

/** Headers of functions that come to clients under another name. */
const remapped = ['connection', 'content-length', 'date', 'server']

/** The pairs of a member with headers; undefined when a value is neither a text nor a boolean. */
const pairsOf = (headers: unknown): Header[] | undefined => {
  if (headers === undefined || headers === null) return []
  if (!isRecord(headers)) return undefined
  const pairs = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): readonly [string, unknown] => [name.toLowerCase(), value]),
  )
  if (pairs.some(([, value]) => typeof value !== 'string' && typeof value !== 'boolean')) return undefined
  return pairs.map(([name, value]) => [name, String(value)])
}

/** Both members merged: a value that is in both is sent once. */
const headersOf = ({ headers, multiValueHeaders }: Record<string, unknown>): Header[] | undefined => {
  const [single, several] = [pairsOf(headers), pairsOf(multiValueHeaders)]
  if (!single || !several || (isRecord(headers) && Object.values(headers).some(Array.isArray))) return undefined
  const isRepeated = ([name, value]: Header) => several.some(([other, same]) => other === name && same === value)
  const merged = [...single.filter((pair) => !isRepeated(pair)), ...several]
    .filter(([name]) => name !== 'transfer-encoding')
    .map(([name, value]): Header => [remapped.includes(name) ? `x-amzn-remapped-${name}` : name, value])
  if (!merged.every(isSendable)) return undefined
  const hasType = merged.some(([name]) => name === 'content-type')
  return hasType ? merged : [['content-type', 'application/json'], ...merged]
}

const statusOf = (statusCode: unknown): number | undefined => {
  const status = Number(statusCode ?? 200)
  return Number.isInteger(status) && status >= 100 && status <= 599 ? status : undefined
}

const responseFromPayload = (payload: unknown, request: GatewayRequest, rest: RestApiResource): GatewayResponse => {
  const malformed = restError(rest, 'DEFAULT_5XX')
  if (!isRecord(payload) || Object.keys(payload).some((name) => !members.includes(name))) return malformed
  const [status, headers] = [statusOf(payload['statusCode']), headersOf(payload)]
  const { body = null, isBase64Encoded = false } = payload
  if (status === undefined || !headers || (body !== null && typeof body !== 'string')) return malformed
  // The first type that the client accepts decides whether it gets bytes.
  const isBinary = isBase64Encoded === true && hasMediaType(rest.binaryMediaTypes, headerValue(request, 'accept'))
  return { status, headers, body: Buffer.from(body ?? '', isBinary ? 'base64' : 'utf8') }
}

const failures = {
  throttled: 'INTEGRATION_FAILURE',
  request_too_large: 'REQUEST_TOO_LARGE',
  error: 'DEFAULT_5XX',
  timeout: 'DEFAULT_5XX',
} as const

/**
 * The response for the result of a Lambda proxy integration.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/lambda-proxy-binary-media.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway-errors.html
 */
export const restResponse = (
  result: InvocationResult | 'late',
  request: GatewayRequest,
  rest: RestApiResource,
): GatewayResponse => {
  if (result === 'late') return restError(rest, 'INTEGRATION_TIMEOUT')
  if (result.kind === 'success') return responseFromPayload(result.payload, request, rest)
  return restError(rest, failures[result.kind])
}
