import type { HttpApiResource, RouteResource } from '../../deployment.ts'
import type { RequestHandlerOptions } from '../../gateway/gatewayAnswer.ts'

/** A route without an authorizer, of the function `Function`. */
export const openRoute = (routeKey: string, functionLogicalId = 'Function'): RouteResource => ({
  routeKey,
  functionLogicalId,
  authorizer: undefined,
  scopes: [],
})

/** The part of a deployment that the gateway needs; by default open to all and without limits. */
export const literalDeployment = (httpApi: Partial<HttpApiResource> = {}): RequestHandlerOptions['deployment'] => ({
  accountId: '123456789012',
  region: 'eu-west-1',
  httpApi: {
    logicalId: 'HttpApi',
    apiId: 'abcdefghij',
    stage: '$default',
    routes: [openRoute('$default')],
    cors: undefined,
    throttle: undefined,
    routeThrottles: {},
    integrationTimeoutMilliseconds: 30_000,
    rest: undefined,
    ...httpApi,
  },
})
