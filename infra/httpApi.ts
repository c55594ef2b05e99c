import { Aws, Fn, RemovalPolicy } from 'aws-cdk-lib'
import {
  CfnApi,
  CfnAuthorizer,
  type CfnDomainName,
  CfnIntegration,
  CfnRoute,
  type CfnRouteProps,
  CfnStage,
} from 'aws-cdk-lib/aws-apigatewayv2'
import type { Role } from 'aws-cdk-lib/aws-iam'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { isReplayable, type Operation } from '../shared/contract/operation.ts'
import { names } from '../shared/names.ts'
import { acknowledge } from './acknowledgements.ts'
import type { RouteResources } from './creationOrder.ts'
import { mapDomain } from './customDomain.ts'
import { addGatewayRole } from './gatewayRole.ts'
import type { Identity } from './identity.ts'
import type { OperationFunction } from './operationFunction.ts'
import { SettingsError } from './settings.ts'

export interface RoutesProps {
  readonly identity: Identity
  /** The requests per second of each route that is no webhook's. */
  readonly rateLimit: number
  readonly webhookRateLimit: number
  /** The requests of each route that may come at once. */
  readonly burstLimit: number
  readonly logRetention: RetentionDays
  readonly messengerAlias?: string | undefined
  /** The API's custom domain, if there is one. */
  readonly domain: CfnDomainName | undefined
}

/** An operation with the function that performs it. */
export interface Endpoint {
  readonly operation: Operation
  readonly lambda: OperationFunction
}

/** Browsers may cache a preflight's answer for this time, which is Chromium's own maximum. */
const preflightMaxAgeSeconds = 7200

/** The answer's headers that a browser's script may read. */
const exposedHeaders = ['apigw-requestid', 'etag', 'idempotent-replayed', 'link', 'retry-after']

/**
 * A line has 130 bytes, and together with the function's own line less than 0.4 KB. It is the only trace of requests
 * that reach no function: refused tokens, unknown routes, throttling. API Gateway does not escape `error`, so it comes
 * last.
 */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  ip: '$context.identity.sourceIp',
  ms: '$context.responseLatency',
  error: '$context.authorizer.error',
})

export const routeKeyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort()

const requestHeaders = (operations: readonly Operation[]): string[] =>
  unique([
    // Webhooks are left out, because browsers do not send them.
    ...operations.filter(({ rawBody }) => !rawBody).flatMap(({ headers = {} }) => Object.keys(headers)),
    ...(operations.some(({ auth }) => auth !== 'none') ? ['authorization'] : []),
    ...(operations.some(({ body }) => body !== undefined) ? ['content-type'] : []),
    ...(operations.some(isReplayable) ? ['idempotency-key'] : []),
  ])

/**
 * The API without routes, with CORS for the operations' methods and headers. Tokens are sent in a header and never in a
 * cookie, so any origin may be allowed: browsers attach no credentials by themselves.
 */
export const addHttpApi = (
  scope: Construct,
  operations: readonly Operation[],
  { corsOrigins }: { readonly corsOrigins: readonly string[] },
): CfnApi =>
  new CfnApi(scope, 'Api', {
    name: Aws.STACK_NAME,
    protocolType: 'HTTP',
    corsConfiguration: {
      allowOrigins: [...corsOrigins],
      allowMethods: unique(operations.map(({ method }) => method)),
      allowHeaders: requestHeaders(operations),
      exposeHeaders: exposedHeaders,
      maxAge: preflightMaxAgeSeconds,
    },
  })

type Authorization = Pick<CfnRouteProps, 'authorizationType' | 'authorizerId' | 'authorizationScopes'>

/** The authorizer that the routes of signed-in callers share. */
const addAuthorizer = (
  scope: Construct,
  api: CfnApi,
  { issuer, audience, scope: tokenScope }: Identity,
): Authorization => {
  const authorizer = new CfnAuthorizer(scope, 'Authorizer', {
    apiId: api.ref,
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

interface Shared {
  readonly authorization: Authorization
  readonly role: Role
  readonly messengerAlias: string | undefined
}

/** The path under the messenger's other name, if it is one of the messenger's and there is such a name. */
const aliasOf = (path: string, messengerAlias: string | undefined): string | undefined => {
  const own = `/${names.messenger}/`
  return messengerAlias !== undefined && path.startsWith(own)
    ? `/${messengerAlias}/${path.slice(own.length)}`
    : undefined
}

/** The integration of an operation and its route, or the last of its two routes. */
const addRoute = (scope: Construct, { operation, lambda }: Endpoint, api: CfnApi, shared: Shared): RouteResources => {
  const { id, auth, method, path } = operation
  const integration = new CfnIntegration(scope, `${id}Integration`, {
    apiId: api.ref,
    integrationType: 'AWS_PROXY',
    integrationUri: lambda.functionArn,
    credentialsArn: shared.role.roleArn,
    payloadFormatVersion: '2.0',
  })
  const routeTo = (suffix: string, routeKey: string): CfnRoute => {
    const route = new CfnRoute(scope, `${id}${suffix}`, {
      apiId: api.ref,
      routeKey,
      target: Fn.join('/', ['integrations', integration.ref]),
      operationName: id,
      ...(auth === 'none' ? { authorizationType: 'NONE' } : shared.authorization),
    })
    if (auth === 'none') acknowledge(route, 'AwsSolutions-APIG4')
    return route
  }
  const route = routeTo('Route', routeKeyOf(operation))
  const alias = aliasOf(path, shared.messengerAlias)
  if (alias === undefined) return { integration, route }
  const aliasRoute = routeTo('AliasRoute', routeKeyOf({ method, path: alias }))
  aliasRoute.addResourceDependency(route)
  return { integration, route: aliasRoute }
}

/** The prefix keeps the group out of the log resource policy, which has 5,120 characters for all other log groups. */
const addAccessLog = (scope: Construct, retention: RetentionDays): LogGroup =>
  new LogGroup(scope, 'AccessLog', {
    logGroupName: `/aws/vendedlogs/${Aws.STACK_NAME}/access`,
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  })

/** The log group's ARN without `:*`, as API Gateway stores it: the other form would be reported as drift for ever. */
const arnWithoutStreams = ({ logGroupName }: LogGroup): string =>
  `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:${logGroupName}`

/**
 * The settings of webhooks' routes, which strangers reach without a token, and which have to take money meanwhile. No
 * other route has settings: API Gateway keeps their keys when an update leaves them out, and refuses the stage's next
 * update once a route of that name is gone (aws/serverless-application-model#1939). Senders keep the addresses of
 * webhooks, so these keys never change.
 */
const webhookSettings = (
  endpoints: readonly Endpoint[],
  { webhookRateLimit, burstLimit }: RoutesProps,
): Readonly<Record<string, object>> =>
  Object.fromEntries(
    endpoints
      .filter(({ operation }) => operation.rawBody)
      .map(({ operation }) => [
        routeKeyOf(operation),
        { ThrottlingRateLimit: webhookRateLimit, ThrottlingBurstLimit: burstLimit },
      ]),
  )

const addStage = (
  scope: Construct,
  api: CfnApi,
  accessLog: LogGroup,
  endpoints: readonly Endpoint[],
  props: RoutesProps,
): CfnStage =>
  new CfnStage(scope, 'Stage', {
    apiId: api.ref,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: {
      destinationArn: arnWithoutStreams(accessLog),
      format: accessLogFormat,
    },
    defaultRouteSettings: { throttlingRateLimit: props.rateLimit, throttlingBurstLimit: props.burstLimit },
    routeSettings: webhookSettings(endpoints, props),
  })

/** @throws SettingsError if the messenger's other name is the first segment of a path */
const refuseTakenAlias = (endpoints: readonly Endpoint[], alias: string | undefined): void => {
  if (alias !== undefined && endpoints.some(({ operation }) => `${operation.path}/`.startsWith(`/${alias}/`)))
    throw new SettingsError(`setting messengerAlias: there are paths below /${alias} already`)
}

/** A route for every operation behind a native JWT authorizer, and their stage with throttling and access log. */
export const addRoutes = (
  scope: Construct,
  api: CfnApi,
  endpoints: readonly Endpoint[],
  props: RoutesProps,
): { readonly routes: readonly RouteResources[]; readonly accessLog: LogGroup } => {
  refuseTakenAlias(endpoints, props.messengerAlias)
  const shared = {
    messengerAlias: props.messengerAlias,
    authorization: addAuthorizer(scope, api, props.identity),
    role: addGatewayRole(
      scope,
      'ApiRole',
      endpoints.map(({ lambda }) => lambda),
    ),
  }
  const routes = endpoints.map((endpoint) => addRoute(scope, endpoint, api, shared))
  const accessLog = addAccessLog(scope, props.logRetention)
  const stage = addStage(scope, api, accessLog, endpoints, props)
  // The stage depends on all routes, so that routes that are created one by one are deployed once.
  for (const { route } of routes) stage.addResourceDependency(route)
  if (props.domain !== undefined) mapDomain(props.domain, stage)
  return { routes, accessLog }
}
