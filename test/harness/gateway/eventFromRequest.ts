import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { Deployment } from '../deployment.ts'
import { type GatewayRequest, headerValue } from './gatewayRequest.ts'
import { hopByHopHeaders } from './hopByHopHeaders.ts'
import type { JwtAuthorization } from './jwtAuthorizer.ts'
import type { RequestTarget } from './requestTarget.ts'
import type { RouteMatch } from './routing.ts'

/** Everything about a request that goes into the function's event. */
export interface EventSource {
  readonly deployment: Pick<Deployment, 'accountId' | 'region' | 'httpApi'>
  readonly request: GatewayRequest
  readonly target: RequestTarget
  readonly queryParameters: Readonly<Record<string, string>>
  readonly match: RouteMatch
  readonly authorization: JwtAuthorization | undefined
  readonly requestId: string
  /** Milliseconds since the epoch. */
  readonly timeEpoch: number
}

/**
 * The media types whose bodies are passed on as text, as measured on AWS (form data is not among them):
 * https://github.com/ministackorg/ministack/pull/766
 */
const textMediaType = /^(text\/.*|application\/(json|xml|javascript))$/

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `10/Jul/2026:19:19:05 +0000`: the time of the Common Log Format. */
export const commonLogTime = (epochMilliseconds: number): string => {
  const iso = new Date(epochMilliseconds).toISOString()
  const month = months[Number(iso.slice(5, 7)) - 1]
  return `${iso.slice(8, 10)}/${month}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`
}

const isText = (request: GatewayRequest): boolean => {
  const [mediaType = ''] = (headerValue(request, 'content-type') ?? '').split(';', 1)
  return textMediaType.test(mediaType.trim().toLowerCase()) && isUtf8(request.body)
}

const bodyMembers = (request: GatewayRequest): { body?: string; isBase64Encoded: boolean } => {
  if (request.body.length === 0) return { isBase64Encoded: false }
  return isText(request)
    ? { body: request.body.toString('utf8'), isBase64Encoded: false }
    : { body: request.body.toString('base64'), isBase64Encoded: true }
}

const cookiesOf = (request: GatewayRequest): string[] =>
  request.headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => value.split(';'))
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '')

const traceHeader = (request: GatewayRequest, timeEpoch: number): string => {
  const sent = headerValue(request, 'x-amzn-trace-id')
  if (sent?.includes('Root=1-')) return sent
  const seconds = Math.floor(timeEpoch / 1000).toString(16)
  return `Root=1-${seconds}-${randomBytes(12).toString('hex')}`
}

const withAppended = (list: string | undefined, value: string): string =>
  list === undefined ? value : `${list}, ${value}`

/** The headers as the function gets them: lower case, joined, without those of the connection, with the gateway's own. */
const headersOf = ({ request, timeEpoch }: EventSource): Record<string, string> => {
  const dropped = hopByHopHeaders(headerValue(request, 'connection'))
  const headers = new Map<string, string>()
  for (const [sentName, value] of request.headers) {
    const name = sentName.toLowerCase()
    if (name === 'cookie' || dropped.has(name)) continue
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before},${value}`)
  }
  headers.set('content-length', String(request.body.length))
  headers.set('x-amzn-trace-id', traceHeader(request, timeEpoch))
  headers.set('x-forwarded-for', withAppended(headers.get('x-forwarded-for'), request.sourceIp))
  headers.set('x-forwarded-port', String(request.port))
  headers.set('x-forwarded-proto', 'http')
  return Object.fromEntries(headers)
}

const requestContextOf = (source: EventSource) => {
  const { deployment, request, target, match, authorization, requestId, timeEpoch } = source
  const { apiId, stage } = deployment.httpApi
  return {
    accountId: deployment.accountId,
    apiId,
    ...(authorization && { authorizer: { jwt: { claims: authorization.claims, scopes: authorization.scopes } } }),
    domainName: `${apiId}.execute-api.${deployment.region}.amazonaws.com`,
    domainPrefix: apiId,
    http: {
      method: request.method,
      path: target.rawPath,
      protocol: request.protocol,
      sourceIp: request.sourceIp,
      userAgent: headerValue(request, 'user-agent') ?? '',
    },
    requestId,
    routeKey: match.route.routeKey,
    stage,
    time: commonLogTime(timeEpoch),
    timeEpoch,
  }
}

const whenNotEmpty = <Name extends string>(name: Name, parameters: Readonly<Record<string, string>>) =>
  Object.keys(parameters).length > 0 && { [name]: parameters }

/**
 * The event of payload format 2.0. Empty members are absent.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const eventFromRequest = (source: EventSource): Record<string, unknown> => {
  const { request, target, queryParameters, match } = source
  const cookies = cookiesOf(request)
  return {
    version: '2.0',
    routeKey: match.route.routeKey,
    rawPath: target.rawPath,
    rawQueryString: target.rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers: headersOf(source),
    ...whenNotEmpty('queryStringParameters', queryParameters),
    requestContext: requestContextOf(source),
    ...whenNotEmpty('pathParameters', match.pathParameters),
    ...bodyMembers(request),
  }
}
