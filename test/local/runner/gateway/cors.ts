import type { HttpApiResource } from '../deployment.ts'
import { type GatewayRequest, headerValue } from './gatewayRequest.ts'
import type { GatewayResponse } from './gatewayResponse.ts'

type Cors = NonNullable<HttpApiResource['cors']>
type Headers = GatewayResponse['headers']

const corsHeaderName = /^access-control-/

/** The value of `access-control-allow-origin`, or undefined for an origin that is not allowed. */
const allowedOrigin = ({ origins }: Cors, origin: string): string | undefined => {
  if (origins.includes('*')) return '*'
  const allowed = origins.some((candidate) =>
    candidate.endsWith('://*') ? origin.startsWith(candidate.slice(0, -1)) : candidate === origin,
  )
  return allowed ? origin : undefined
}

const listHeader = (name: string, values: readonly string[]): Headers =>
  values.length === 0 ? [] : [[name, values.join(',')]]

const sharedHeaders = (cors: Cors, origin: string): Headers => [
  ['access-control-allow-origin', origin],
  ...listHeader('access-control-expose-headers', cors.exposeHeaders),
  ...(cors.credentials ? ([['access-control-allow-credentials', 'true']] as const) : []),
]

const preflightHeaders = (cors: Cors, origin: string): Headers => [
  ...sharedHeaders(cors, origin),
  ...listHeader('access-control-allow-methods', cors.methods),
  ...listHeader('access-control-allow-headers', cors.headers),
  ...(cors.maxAgeSeconds === undefined ? [] : ([['access-control-max-age', String(cors.maxAgeSeconds)]] as const)),
]

/**
 * The gateway's own answer to an `OPTIONS` request that no route takes. The headers are there only when both `origin` and
 * `access-control-request-method` were sent and the origin is allowed; the status is 204 all the same.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export const preflightResponse = (cors: Cors, request: GatewayRequest): GatewayResponse => {
  const origin = headerValue(request, 'origin')
  const asksForMethod = headerValue(request, 'access-control-request-method') !== undefined
  const allowed = origin !== undefined && asksForMethod ? allowedOrigin(cors, origin) : undefined
  return { status: 204, headers: allowed === undefined ? [] : preflightHeaders(cors, allowed), body: Buffer.alloc(0) }
}

/**
 * The response with the configured headers for a cross-origin request, errors of the gateway included. Those that the function
 * sent are ignored once CORS is configured.
 */
export const withCorsHeaders = (
  cors: Cors | undefined,
  request: GatewayRequest,
  response: GatewayResponse,
): GatewayResponse => {
  if (!cors) return response
  const own = response.headers.filter(([name]) => !corsHeaderName.test(name))
  const origin = headerValue(request, 'origin')
  const allowed = origin === undefined ? undefined : allowedOrigin(cors, origin)
  if (allowed === undefined) return { ...response, headers: own }
  return { ...response, headers: [...own, ...sharedHeaders(cors, allowed)] }
}
