import type { LambdaAuthorizerResource, RouteResource } from '../deployment.ts'
import { requestIdOf } from '../lambda/invocation.ts'
import { preflightResponse, withCorsHeaders } from './cors.ts'
import { type Authorization, type EventSource, eventFromRequest, lambdaAuthorizerEvent } from './eventFromRequest.ts'
import {
  answered,
  type GatewayHandler,
  invokedInTime,
  newRequestId,
  type Outcome,
  type RequestHandlerOptions,
} from './gatewayAnswer.ts'
import type { GatewayRequest } from './gatewayRequest.ts'
import { type GatewayResponse, gatewayError } from './gatewayResponse.ts'
import { jwtAuthorizer } from './jwtAuthorizer.ts'
import { lambdaAuthorizer } from './lambdaAuthorizer.ts'
import { quotaRefusal } from './limits.ts'
import { queryParametersFrom, requestTargetFrom } from './requestTarget.ts'
import { responseFromResult } from './responseFromResult.ts'
import { pathBelowStage, routeSelector } from './routing.ts'
import { routeThrottle } from './throttle.ts'

type Verdict =
  | { readonly kind: 'allowed'; readonly authorization?: Authorization }
  | { readonly kind: 'refused'; readonly response: GatewayResponse }

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const longestIntegrationMilliseconds = 30_000
const authorizerMilliseconds = 10_000

const refusals = { unauthorized: 401, denied: 403, failed: 500 } as const

/** The gateway of an HTTP API without its server. */
export const requestHandler = ({ deployment, invoke, now = Date.now }: RequestHandlerOptions): GatewayHandler => {
  const { httpApi, region, accountId } = deployment
  const select = routeSelector(httpApi.routes)
  const mayPass = routeThrottle(httpApi, now)
  const judgeToken = jwtAuthorizer(now)
  const { integrationTimeoutMilliseconds: patience } = httpApi
  // A function that is debugged has more time than the quota of an integration.
  const authorizerPatience = patience > longestIntegrationMilliseconds ? patience : authorizerMilliseconds
  const askFunction = lambdaAuthorizer(invoke, now, authorizerPatience)

  const asked = async (authorizer: LambdaAuthorizerResource, source: EventSource): Promise<Verdict> => {
    const { request, target } = source
    const path = pathBelowStage(httpApi.stage, target.rawPath)
    const arn = `arn:aws:execute-api:${region}:${accountId}:${httpApi.apiId}/${httpApi.stage}/${request.method}${path}`
    const eventOf = (identities: readonly string[]) => lambdaAuthorizerEvent(source, authorizer, arn, identities)
    const verdict = await askFunction({ authorizer, request, arn, eventOf })
    if (verdict.kind !== 'allowed') return { kind: 'refused', response: gatewayError(refusals[verdict.kind]) }
    return { kind: 'allowed', authorization: { lambda: verdict.authorization.context } }
  }

  const authorize = async ({ authorizer, scopes }: RouteResource, source: EventSource): Promise<Verdict> => {
    if (!authorizer) return { kind: 'allowed' }
    if ('functionLogicalId' in authorizer) return asked(authorizer, source)
    return judgeToken(authorizer, scopes, source.request)
  }

  const outcomeOf = async (request: GatewayRequest, requestId: string): Promise<Outcome> => {
    const timeEpoch = now()
    const target = requestTargetFrom(request.target)
    const queryParameters = target && queryParametersFrom(target.rawQueryString)
    if (!target || !queryParameters) return answered(gatewayError(400))

    const path = pathBelowStage(httpApi.stage, target.routedPath)
    const match = path === undefined ? undefined : select(request.method, path)
    if (!match) return answered(gatewayError(404))

    const { route } = match
    // AWS does not document the order; throttling first also protects the authorizer.
    if (!mayPass(route.routeKey)) return answered(gatewayError(429), route)
    const source = { deployment, request, target, queryParameters, match, requestId, timeEpoch }
    const verdict = await authorize(route, source)
    if (verdict.kind === 'refused') return answered(verdict.response, route)

    const event = eventFromRequest({ ...source, authorization: verdict.authorization })
    const result = await invokedInTime(invoke, route.functionLogicalId, event, route.timeoutMilliseconds ?? patience)
    const invocationId = result === 'late' ? undefined : requestIdOf(result)
    return { response: responseFromResult(result), route, invocationId }
  }

  const isPreflight = ({ method, target }: Pick<GatewayRequest, 'method' | 'target'>): boolean => {
    if (method !== 'OPTIONS' || !httpApi.cors) return false
    const path = pathBelowStage(httpApi.stage, requestTargetFrom(target)?.routedPath ?? '/')
    // A route that accepts OPTIONS, such as ANY or $default, gets the request instead of the gateway's own answer.
    return path !== undefined && select(method, path) === undefined
  }

  return async (head, body) => {
    const requestId = newRequestId()
    const request = { ...head, body: body ?? Buffer.alloc(0) }
    if (httpApi.cors && isPreflight(request)) {
      return { requestId, ...answered(preflightResponse(httpApi.cors, request)) }
    }
    const refusal = quotaRefusal(head, body, gatewayError(413))
    const { response, ...outcome } = refusal ? answered(refusal) : await outcomeOf(request, requestId)
    return { requestId, ...outcome, response: withCorsHeaders(httpApi.cors, request, response) }
  }
}
