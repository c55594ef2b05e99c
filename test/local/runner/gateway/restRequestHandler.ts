import { randomUUID } from 'node:crypto'
import type { RestApiResource, RestMockResource, RouteResource } from '../deployment.ts'
import { requestIdOf } from '../lambda/invocation.ts'
import {
  answered,
  type GatewayHandler,
  invokedInTime,
  newRequestId,
  type Outcome,
  type RequestHandlerOptions,
} from './gatewayAnswer.ts'
import { type GatewayRequest, headerValue } from './gatewayRequest.ts'
import type { GatewayResponse } from './gatewayResponse.ts'
import { type LambdaAuthorization, lambdaAuthorizer } from './lambdaAuthorizer.ts'
import { quotaRefusal } from './limits.ts'
import { pathAndQuery, queryPairsFrom } from './requestTarget.ts'
import { bodyTooLarge, type RestErrorType, restError } from './restErrors.ts'
import { authorizerEvent, type RestEventSource, restEvent } from './restEvent.ts'
import { restResponse } from './restResponse.ts'
import { pathBelowStage, routeSelector } from './routing.ts'
import { routeThrottle } from './throttle.ts'

/** The methods of `ANY`. */
const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

const mockResponse = (mock: RestMockResource, request: GatewayRequest, rest: RestApiResource): GatewayResponse => {
  const [sentType = ''] = (headerValue(request, 'content-type') ?? 'application/json').split(';', 1)
  const { answer, contentTypes, otherTypesStatus } = mock
  if (answer === undefined) return restError(rest, 'API_CONFIGURATION_ERROR')
  if (!contentTypes.includes(sentType.trim().toLowerCase()))
    return restError(rest, otherTypesStatus === 415 ? 'UNSUPPORTED_MEDIA_TYPE' : 'API_CONFIGURATION_ERROR')
  const { status, headers, body, origins } = answer
  const origin = headerValue(request, 'origin') ?? ''
  const own = origins.includes(origin) && { 'access-control-allow-origin': origin }
  return { status, headers: Object.entries({ ...headers, ...own }), body: Buffer.from(body) }
}

/**
 * The gateway of a REST API without its server. A request goes to the most specific resource that has its method, and its path stays
 * encoded; a slash at the end does not count. Measured on AWS: https://github.com/ministackorg/ministack/pull/1423,
 * https://github.com/floci-io/floci/pull/3399, https://github.com/hotsock/voker/pull/8
 */
export const restRequestHandler = (
  { deployment, invoke, now = Date.now }: RequestHandlerOptions,
  rest: RestApiResource,
): GatewayHandler => {
  const { httpApi, region, accountId } = deployment
  const select = routeSelector<RouteResource | RestMockResource>(
    [...httpApi.routes, ...rest.mockRoutes],
    (text) => text,
  )
  const mayPass = routeThrottle(httpApi, now)
  const { integrationTimeoutMilliseconds: patience } = httpApi
  // AWS documents no time for authorizers of REST APIs.
  const judge = lambdaAuthorizer(invoke, now, patience)
  const refusal = (type: RestErrorType, more?: string) => restError(rest, type, more)

  const authorizationOf = async (
    authorizer: NonNullable<RouteResource['authorizer']>,
    source: RestEventSource,
  ): Promise<LambdaAuthorization | GatewayResponse> => {
    if (!('functionLogicalId' in authorizer)) throw new Error('a REST API has no JWT authorizers')
    const { request, path } = source
    const arn = `arn:aws:execute-api:${region}:${accountId}:${httpApi.apiId}/${httpApi.stage}/${request.method}${path}`
    const eventOf = (identities: readonly string[]) => authorizerEvent(source, authorizer, arn, identities)
    const verdict = await judge({ authorizer, request, arn, eventOf })
    switch (verdict.kind) {
      case 'allowed':
        return verdict.authorization
      case 'unauthorized':
        return refusal('UNAUTHORIZED')
      case 'denied':
        return refusal('ACCESS_DENIED', verdict.isExplicit ? ' with an explicit deny' : '')
      case 'failed':
        return refusal('AUTHORIZER_CONFIGURATION_ERROR')
    }
  }

  const outcomeOf = async (
    request: GatewayRequest,
    ids: Pick<RestEventSource, 'requestId' | 'extendedRequestId'>,
  ): Promise<Outcome> => {
    const timeEpoch = now()
    const [wholePath, rawQuery] = pathAndQuery(request.target)
    const below = pathBelowStage(httpApi.stage, wholePath)
    const path = below?.replace(/^\/+/, '/')
    const match =
      path && methods.includes(request.method) ? select(request.method, path.replace(/(?<=.)\/+$/, '')) : undefined
    if (path === undefined || !match) return answered(refusal('MISSING_AUTHENTICATION_TOKEN'))
    const { route, pathParameters } = match
    const query = queryPairsFrom(rawQuery)
    // AWS does not document this status.
    if (!query) return answered(refusal('BAD_REQUEST_PARAMETERS'), route)
    if (!mayPass(route.routeKey)) return answered(refusal('THROTTLED'), route)
    if (!('functionLogicalId' in route)) return answered(mockResponse(route, request, rest), route)
    const source = { deployment, request, wholePath, path, query, route, pathParameters, timeEpoch, ...ids }
    const { authorizer, functionLogicalId, timeoutMilliseconds } = route
    const authorization = authorizer && (await authorizationOf(authorizer, source))
    if (authorization && 'status' in authorization) return answered(authorization, route)
    const event = restEvent(source, authorization)
    const result = await invokedInTime(invoke, functionLogicalId, event, timeoutMilliseconds ?? patience)
    const invocationId = result === 'late' ? undefined : requestIdOf(result)
    return { response: restResponse(result, request, rest), route, invocationId }
  }

  return async (head, body) => {
    const [requestId, extendedRequestId] = [randomUUID(), newRequestId()]
    const request = { ...head, body: body ?? Buffer.alloc(0) }
    const refused = quotaRefusal(head, body, bodyTooLarge)
    const outcome = refused ? answered(refused) : await outcomeOf(request, { requestId, extendedRequestId })
    const headers = [...outcome.response.headers, ['x-amz-apigw-id', extendedRequestId] as const]
    return { requestId, ...outcome, response: { ...outcome.response, headers } }
  }
}
