import type { GatewayRequest } from './gatewayRequest.ts'
import { type GatewayResponse, gatewayError } from './gatewayResponse.ts'

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html; the imitation of Lambda enforces Lambda's own limits. */
export const limits = {
  /** Request line and header values together. */
  headerBytes: 10_240,
  payloadBytes: 10 * 1024 * 1024,
} as const

/** The size that the header quota counts: the request line and the values of the headers, not their names. */
const countedHeaderBytes = (request: Pick<GatewayRequest, 'method' | 'target' | 'protocol' | 'headers'>): number => {
  const requestLine = `${request.method} ${request.target} ${request.protocol}`
  return request.headers.reduce((bytes, [, value]) => bytes + Buffer.byteLength(value), Buffer.byteLength(requestLine))
}

/** The refusal of a request whose head is over the quota, or whose body was, and was not read. */
export const quotaRefusal = (
  head: Omit<GatewayRequest, 'body'>,
  body: Buffer | undefined,
  bodyTooLarge: GatewayResponse,
): GatewayResponse | undefined => {
  if (countedHeaderBytes(head) > limits.headerBytes) return gatewayError(431)
  return body === undefined ? bodyTooLarge : undefined
}
