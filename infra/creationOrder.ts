import type { NestedStack } from 'aws-cdk-lib'
import type { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2'

export interface RouteResources {
  readonly integration: CfnIntegration
  readonly route: CfnRoute
}

/** A nested stack, and the number of its routes, which are created one after another. */
export interface RoutedStack {
  readonly stack: NestedStack
  readonly routes: number
}

/**
 * API Gateway accepts 10 calls a second of an account, and CloudFormation creates all resources without dependencies at
 * once.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const lanes = 8

/** The roles and functions of a nested stack are created together, in about the time of ten routes. */
const startRoutes = 10

/** Adds dependencies, so that a stack's routes are created one after another. */
export const createInSequence = (routes: readonly RouteResources[]): void => {
  for (const [index, { route }] of routes.entries()) routes[index + 1]?.integration.addResourceDependency(route)
}

/**
 * Adds dependencies between nested stacks in lanes, each stack after the one before in its lane: at most `lanes` routes
 * are created at a time. The largest come first, each in the lane that is the shortest until then.
 */
export const createInLanes = (stacks: readonly RoutedStack[]): void => {
  const ends: { length: number; last?: NestedStack }[] = Array.from({ length: lanes }, () => ({ length: 0 }))
  for (const { stack, routes } of stacks.toSorted((one, other) => other.routes - one.routes)) {
    const shortest = ends.reduce((one, other) => (other.length < one.length ? other : one))
    if (shortest.last !== undefined) stack.addStackDependency(shortest.last)
    shortest.last = stack
    shortest.length += startRoutes + routes
  }
}
