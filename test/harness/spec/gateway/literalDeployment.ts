import type { HttpApiResource, RouteResource } from '../../deployment.ts'
import type { RequestHandlerOptions } from '../../gateway/requestHandler.ts'

/** A route without an authorizer, of the function `Function`. */
export const openRoute = (routeKey: string, functionLogicalId = 'Function'): RouteResource => ({
  routeKey,
  functionLogicalId,
  authorizer: undefined,
  scopes: [],
})

/** What the gateway needs of a deployment: open to all, without limits of its own, unless told otherwise. */
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
    ...httpApi,
  },
})
