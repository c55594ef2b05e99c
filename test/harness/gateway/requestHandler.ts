import { randomBytes } from 'node:crypto'
import type { Deployment, RouteResource } from '../deployment.ts'
import { type InvokeFunction, requestIdOf } from '../lambda/invocation.ts'
import { preflightResponse, withCorsHeaders } from './cors.ts'
import { eventFromRequest } from './eventFromRequest.ts'
import type { GatewayRequest } from './gatewayRequest.ts'
import { type GatewayResponse, gatewayError } from './gatewayResponse.ts'
import { jwtAuthorizer } from './jwtAuthorizer.ts'
import { countedHeaderBytes, limits } from './limits.ts'
import { queryParametersFrom, requestTargetFrom } from './requestTarget.ts'
import { responseFromResult } from './responseFromResult.ts'
import { pathBelowStage, routeSelector } from './routing.ts'
import { routeThrottle } from './throttle.ts'

export interface RequestHandlerOptions {
  readonly deployment: Pick<Deployment, 'accountId' | 'region' | 'httpApi'>
  readonly invoke: InvokeFunction
  readonly now?: () => number
}

/** A response, the route that gave it, if any, and the id under which the function and the client know the request. */
export interface GatewayAnswer {
  readonly response: GatewayResponse
  readonly route: RouteResource | undefined
  readonly requestId: string
  /** The id of the function's invocation; undefined when none ran, or none in time. */
  readonly invocationId: string | undefined
}

type Outcome = Omit<GatewayAnswer, 'requestId'>

type FunctionAnswer = Omit<Outcome, 'route'>

/** Fifteen characters and `=`, as in `ATfSmjLgPHcESJw=`. */
export const newRequestId = (): string => randomBytes(11).toString('base64')

const refused = (response: GatewayResponse, route?: RouteResource): Outcome => ({
  response,
  route,
  invocationId: undefined,
})

const lateResponse: FunctionAnswer = { response: gatewayError(503), invocationId: undefined }

/** The gateway without its server: maps a request to an answer. A body that was too large to be read is undefined. */
export const requestHandler = ({
  deployment,
  invoke,
  now = Date.now,
}: RequestHandlerOptions): ((
  head: Omit<GatewayRequest, 'body'>,
  body: Buffer | undefined,
) => Promise<GatewayAnswer>) => {
  const { httpApi } = deployment
  const select = routeSelector(httpApi.routes)
  const mayPass = routeThrottle(httpApi, now)
  const authorize = jwtAuthorizer(now)

  const responseInTime = async (functionLogicalId: string, event: unknown): Promise<FunctionAnswer> => {
    const { promise, resolve } = Promise.withResolvers<FunctionAnswer>()
    const patience = setTimeout(() => resolve(lateResponse), httpApi.integrationTimeoutMilliseconds)
    const inTime = invoke(functionLogicalId, event).then((result) => ({
      response: responseFromResult(result),
      invocationId: requestIdOf(result),
    }))
    try {
      return await Promise.race([inTime, promise])
    } finally {
      clearTimeout(patience)
    }
  }

  const outcomeOf = async (request: GatewayRequest, requestId: string): Promise<Outcome> => {
    const timeEpoch = now()
    const target = requestTargetFrom(request.target)
    const queryParameters = target && queryParametersFrom(target.rawQueryString)
    if (!target || !queryParameters) return refused(gatewayError(400))

    const path = pathBelowStage(httpApi.stage, target.routedPath)
    const match = path === undefined ? undefined : select(request.method, path)
    if (!match) return refused(gatewayError(404))

    const { route } = match
    // AWS does not document the order; throttling first also protects the authorizer.
    if (!mayPass(route.routeKey)) return refused(gatewayError(429), route)
    const outcome = await authorize(route, request)
    if (outcome.kind === 'refused') return refused(outcome.response, route)

    const { authorization } = outcome
    const event = eventFromRequest({
      deployment,
      request,
      target,
      queryParameters,
      match,
      authorization,
      requestId,
      timeEpoch,
    })
    return { ...(await responseInTime(route.functionLogicalId, event)), route }
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
      return { requestId, ...refused(preflightResponse(httpApi.cors, request)) }
    }
    const quotaError =
      countedHeaderBytes(head) > limits.headerBytes
        ? gatewayError(431)
        : body === undefined
          ? gatewayError(413)
          : undefined
    const { response, ...outcome } = quotaError ? refused(quotaError) : await outcomeOf(request, requestId)
    return { requestId, ...outcome, response: withCorsHeaders(httpApi.cors, request, response) }
  }
}
