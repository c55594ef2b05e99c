import type { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2'

export interface RouteResources {
  readonly integration: CfnIntegration
  readonly route: CfnRoute
}

/**
 * API Gateway accepts 10 calls a second of an account, and CloudFormation creates all resources without dependencies at
 * once.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const lanes = 8

/** Adds dependencies in lanes, each route after the one before in its lane: at most `lanes` are created at a time. */
export const createInLanes = (routes: readonly RouteResources[]): void => {
  for (const [index, { route }] of routes.entries()) routes[index + lanes]?.integration.addResourceDependency(route)
}
