import type { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2'

/** What API Gateway creates for one route. */
export interface RouteResources {
  readonly integration: CfnIntegration
  readonly route: CfnRoute
}

/**
 * API Gateway takes 10 calls a second of an account, and CloudFormation would create everything at once that waits for nothing.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const lanes = 8

/** Has routes created in lanes, each after the one before it in its lane, so that no more are under way at a time than there are lanes. */
export const createInLanes = (routes: readonly RouteResources[]): void => {
  for (const [index, { route }] of routes.entries()) routes[index + lanes]?.integration.addResourceDependency(route)
}
