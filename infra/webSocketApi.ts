import { Aws, Fn } from 'aws-cdk-lib'
import {
  CfnIntegration,
  CfnIntegrationResponse,
  CfnRoute,
  CfnRouteResponse,
  CfnStage,
} from 'aws-cdk-lib/aws-apigatewayv2'
import type { Role } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { SocketRoute } from '../shared/areas/realtime/contract.ts'
import { messageVersion } from '../shared/areas/realtime/messageVersion.ts'
import { acknowledge } from './acknowledgements.ts'
import { type Address, liveStageName } from './addresses.ts'
import type { RouteResources } from './creationOrder.ts'
import { mapDomain } from './customDomain.ts'
import { addGatewayRole } from './gatewayRole.ts'

/** A route with the function that serves it. */
export interface SocketEndpoint {
  readonly route: SocketRoute
  readonly lambda: LambdaFunction
}

/** The address of the invocation, which a WebSocket API needs in place of the function's ARN. */
const invocationOf = ({ functionArn }: LambdaFunction): string =>
  `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}:lambda:path/2015-03-31/functions/${functionArn}/invocations`

const targetOf = (integration: CfnIntegration): string => Fn.join('/', ['integrations', integration.ref])

/** Adds a route without an authorizer: `$connect` verifies tickets and tokens, as browsers send no headers with it. */
const addRoute = (
  scope: Construct,
  { route: { id, routeKey }, lambda }: SocketEndpoint,
  apiId: string,
  role: Role,
): RouteResources => {
  const integration = new CfnIntegration(scope, `${id}Integration`, {
    apiId,
    integrationType: 'AWS_PROXY',
    integrationUri: invocationOf(lambda),
    credentialsArn: role.roleArn,
  })
  const route = new CfnRoute(scope, `${id}Route`, {
    apiId,
    routeKey,
    target: targetOf(integration),
    operationName: id,
    authorizationType: 'NONE',
  })
  acknowledge(route, 'AwsSolutions-APIG4')
  return { integration, route }
}

/** The name of the only template of a mock integration, which a selection expression without a variable selects. */
const template = '200'

/**
 * The route of `ping`, which API Gateway answers itself: it keeps a connection open for the price of two messages.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-integration-responses.html
 */
const addPing = (scope: Construct, apiId: string): RouteResources => {
  const integration = new CfnIntegration(scope, 'pingIntegration', {
    apiId,
    integrationType: 'MOCK',
    requestTemplates: { [template]: JSON.stringify({ statusCode: 200 }) },
    templateSelectionExpression: template,
  })
  new CfnIntegrationResponse(scope, 'pingIntegrationResponse', {
    apiId,
    integrationId: integration.ref,
    integrationResponseKey: '$default',
    responseTemplates: { [template]: JSON.stringify({ version: messageVersion, type: 'pong' }) },
    templateSelectionExpression: template,
  })
  const route = new CfnRoute(scope, 'pingRoute', {
    apiId,
    routeKey: 'ping',
    target: targetOf(integration),
    operationName: 'ping',
    authorizationType: 'NONE',
    routeResponseSelectionExpression: '$default',
  })
  new CfnRouteResponse(scope, 'pingRouteResponse', { apiId, routeId: route.ref, routeResponseKey: '$default' })
  acknowledge(route, 'AwsSolutions-APIG4')
  return { integration, route }
}

/** The routes of the WebSocket API, and the role by which it invokes their functions. */
export const addSocketRoutes = (
  scope: Construct,
  apiId: string,
  endpoints: readonly SocketEndpoint[],
): readonly RouteResources[] => {
  const role = addGatewayRole(
    scope,
    endpoints.map(({ lambda }) => lambda),
  )
  return [...endpoints.map((endpoint) => addRoute(scope, endpoint, apiId, role)), addPing(scope, apiId)]
}

export interface SocketStageProps {
  /** The messages per second of each route, which is also the size of a burst. */
  readonly rateLimit: number
  readonly burstLimit: number
  /** The new connections per second: refused ones cost next to nothing, and must not keep others out. */
  readonly connectRateLimit: number
}

/** The stage that serves the routes of the WebSocket API, with throttling and custom domain. */
export const addSocketStage = (
  scope: Construct,
  { apiId, domain }: Address,
  { rateLimit, burstLimit, connectRateLimit }: SocketStageProps,
): CfnStage => {
  const stage = new CfnStage(scope, 'LiveStage', {
    apiId,
    stageName: liveStageName,
    autoDeploy: true,
    defaultRouteSettings: { throttlingRateLimit: rateLimit, throttlingBurstLimit: burstLimit },
    routeSettings: { $connect: { ThrottlingRateLimit: connectRateLimit, ThrottlingBurstLimit: burstLimit } },
  })
  acknowledge(stage, 'AwsSolutions-APIG1')
  if (domain !== undefined) mapDomain(scope, 'LiveDomainMapping', domain, stage)
  return stage
}
