import { isUtf8 } from 'node:buffer'
import type { Deployment, LambdaAuthorizerResource } from '../deployment.ts'
import { newRoot } from '../lambda/traceId.ts'
import { type GatewayRequest, headerValue } from './gatewayRequest.ts'
import { hopByHopHeaders } from './hopByHopHeaders.ts'
import type { JwtAuthorization } from './jwtAuthorizer.ts'
import { joined, queryPairsFrom, type RequestTarget } from './requestTarget.ts'
import { requestTime } from './requestTime.ts'
import { authorizerEvent } from './restEvent.ts'
import type { RouteMatch } from './routing.ts'

/** What an authorizer found: `requestContext.authorizer`. */
export type Authorization = { readonly jwt: JwtAuthorization } | { readonly lambda: Readonly<Record<string, unknown>> }

/** Everything about a request that goes into the function's event. */
export interface EventSource {
  readonly deployment: Pick<Deployment, 'accountId' | 'region' | 'httpApi'>
  readonly request: GatewayRequest
  readonly target: RequestTarget
  readonly queryParameters: Readonly<Record<string, string>>
  readonly match: RouteMatch
  readonly authorization?: Authorization | undefined
  readonly requestId: string
  /** Milliseconds since the epoch. */
  readonly timeEpoch: number
}

/**
 * The media types whose bodies are passed on as text, as measured on AWS (form data is not among them):
 * https://github.com/ministackorg/ministack/pull/766
 */
const textMediaType = /^(text\/.*|application\/(json|xml|javascript))$/

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
  return sent?.includes('Root=1-') ? sent : `Root=${newRoot(timeEpoch)}`
}

const withAppended = (list: string | undefined, value: string): string =>
  list === undefined ? value : `${list}, ${value}`

/** The headers as the function gets them: lower case, joined, without those of the connection, with the gateway's own. */
const headersOf = ({ request, timeEpoch }: EventSource): Record<string, string> => {
  const dropped = hopByHopHeaders(headerValue(request, 'connection'))
  const named = request.headers.map(([name, value]) => [name.toLowerCase(), value] as const)
  const headers = joined(named.filter(([name]) => name !== 'cookie' && !dropped.has(name)))
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
    ...(authorization && { authorizer: authorization }),
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
    time: requestTime(timeEpoch),
    timeEpoch,
  }
}

const whenNotEmpty = <Name extends string>(name: Name, parameters: Readonly<Record<string, string>>) =>
  Object.keys(parameters).length > 0 && { [name]: parameters }

/** The members that integrations and authorizers share; empty ones are absent. */
const requestMembers = (source: EventSource) => {
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
  }
}

/**
 * The event of payload format 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const eventFromRequest = (source: EventSource): Record<string, unknown> => ({
  ...requestMembers(source),
  ...bodyMembers(source.request),
})

/**
 * The event of a Lambda authorizer, in the form of its payload version.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html
 */
export const lambdaAuthorizerEvent = (
  source: EventSource,
  authorizer: LambdaAuthorizerResource,
  routeArn: string,
  identitySource: readonly string[],
): Record<string, unknown> => {
  if (authorizer.event === '2.0') return { ...requestMembers(source), type: 'REQUEST', routeArn, identitySource }
  const { target, match, requestId } = source
  const query = queryPairsFrom(target.rawQueryString) ?? []
  const { rawPath } = target
  const ofVersion1 = { ...source, ...match, query, wholePath: rawPath, path: rawPath, extendedRequestId: requestId }
  return authorizerEvent(ofVersion1, authorizer, routeArn, identitySource)
}
