import { Fn } from 'aws-cdk-lib'
import { CfnAuthorizer, CfnIntegration, CfnRoute, type CfnRouteProps } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Role } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { aliasedPath } from '../shared/areas/service/aliasedPaths.ts'
import type { Operation } from '../shared/contract/operation.ts'
import { acknowledge } from './acknowledgements.ts'
import type { RouteResources } from './creationOrder.ts'
import { addGatewayRole } from './gatewayRole.ts'
import type { Identity } from './identity.ts'
import type { OperationFunction } from './operationFunction.ts'
import { SettingsError } from './settings.ts'

/** An operation with the function that performs it. */
export interface Endpoint {
  readonly operation: Operation
  readonly lambda: OperationFunction
}

export const routeKeyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`

type Authorization = Pick<CfnRouteProps, 'authorizationType' | 'authorizerId' | 'authorizationScopes'>

/** The authorizer that the routes of signed-in callers share. */
export const addAuthorizer = (
  scope: Construct,
  apiId: string,
  { issuer, audience, scope: tokenScope }: Identity,
): Authorization => {
  const authorizer = new CfnAuthorizer(scope, 'Authorizer', {
    apiId,
    name: 'jwt',
    authorizerType: 'JWT',
    identitySource: ['$request.header.Authorization'],
    jwtConfiguration: { issuer, audience: [...audience] },
  })
  return {
    authorizationType: 'JWT',
    authorizerId: authorizer.ref,
    ...(tokenScope !== undefined && { authorizationScopes: [tokenScope] }),
  }
}

/** The properties of all routes of the API. */
export interface RoutesProps {
  /** The id of the API. */
  readonly apiId: string
  readonly authorization: Authorization
  readonly messengerAlias?: string | undefined
}

/** The integration of an operation and its route, or the last of its two routes. */
const addRoute = (
  scope: Construct,
  { operation, lambda }: Endpoint,
  role: Role,
  { apiId, authorization, messengerAlias }: RoutesProps,
): RouteResources => {
  const { id, auth, method, path } = operation
  const integration = new CfnIntegration(scope, `${id}Integration`, {
    apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: lambda.functionArn,
    credentialsArn: role.roleArn,
    payloadFormatVersion: '2.0',
  })
  const routeTo = (suffix: string, routeKey: string): CfnRoute => {
    const route = new CfnRoute(scope, `${id}${suffix}`, {
      apiId,
      routeKey,
      target: Fn.join('/', ['integrations', integration.ref]),
      operationName: id,
      ...(auth === 'none' ? { authorizationType: 'NONE' } : authorization),
    })
    if (auth === 'none') acknowledge(route, 'AwsSolutions-APIG4')
    return route
  }
  const route = routeTo('Route', routeKeyOf(operation))
  const alias = messengerAlias === undefined ? undefined : aliasedPath(path, messengerAlias)
  if (alias === undefined) return { integration, route }
  const aliasRoute = routeTo('AliasRoute', routeKeyOf({ method, path: alias }))
  aliasRoute.addResourceDependency(route)
  return { integration, route: aliasRoute }
}

/** @throws SettingsError if the messenger's other name is the first segment of a path */
export const refuseTakenAlias = (operations: readonly Operation[], alias: string | undefined): void => {
  if (alias !== undefined && operations.some(({ path }) => `${path}/`.startsWith(`/${alias}/`)))
    throw new SettingsError(`setting messengerAlias: there are paths below /${alias} already`)
}

/** A route for each operation behind a native JWT authorizer, and the role by which the API invokes these functions. */
export const addRoutes = (
  scope: Construct,
  endpoints: readonly Endpoint[],
  props: RoutesProps,
): readonly RouteResources[] => {
  const role = addGatewayRole(
    scope,
    endpoints.map(({ lambda }) => lambda),
  )
  return endpoints.map((endpoint) => addRoute(scope, endpoint, role, props))
}
