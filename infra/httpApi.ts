import { Aws, Fn, RemovalPolicy } from 'aws-cdk-lib'
import { CfnApi, CfnAuthorizer, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { CfnPermission } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { isReplayable, type Operation } from '../shared/contract/operation.ts'
import { acknowledge } from './acknowledgements.ts'
import type { Identity } from './identity.ts'
import type { OperationFunction } from './operationFunction.ts'

export interface RoutesProps {
  readonly identity: Identity
  /** Requests a second over all routes, and how many may come at once. */
  readonly rateLimit: number
  readonly burstLimit: number
  readonly logRetention: RetentionDays
}

/** An operation with the function that performs it. */
export interface Endpoint {
  readonly operation: Operation
  readonly lambda: OperationFunction
}

interface Throttle {
  readonly ThrottlingRateLimit: number
  readonly ThrottlingBurstLimit: number
}

/** Seconds that browsers may keep a preflight's answer: Chromium's own maximum. */
const preflightMaxAge = 7200

/** Answered headers that a browser's script may read. */
const exposedHeaders = ['apigw-requestid', 'etag', 'idempotent-replayed', 'link', 'retry-after']

/**
 * 130 bytes a request, together with the function's own line below 0.4 KB. It is the only trace of requests that reach no function:
 * refused tokens, unknown routes, throttling.
 */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  ip: '$context.identity.sourceIp',
  ms: '$context.responseLatency',
  error: '$context.authorizer.error',
})

/**
 * A single route gets half of what the stage takes, so that the others stay reachable, and a route without a token a tenth of the rate:
 * a burst (200 exchanges of one code at once) costs nothing, a flood that lasts does.
 */
const routeShare = { signedIn: 2, public: 10, burst: 2 } as const

export const routeKeyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`

/** Webhooks carry no token, but they come in bursts from few senders, and are worth money: they are not held as tight as other public routes. */
const throttleOf = ({ auth, rawBody }: Operation, { rateLimit, burstLimit }: RoutesProps): Throttle => {
  const share = auth === 'none' && !rawBody ? routeShare.public : routeShare.signedIn
  return {
    ThrottlingRateLimit: Math.ceil(rateLimit / share),
    ThrottlingBurstLimit: Math.ceil(burstLimit / routeShare.burst),
  }
}

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort()

const requestHeaders = (operations: readonly Operation[]): string[] =>
  unique([
    // No browser sends webhooks.
    ...operations.filter(({ rawBody }) => !rawBody).flatMap(({ headers = {} }) => Object.keys(headers)),
    ...(operations.some(({ auth }) => auth !== 'none') ? ['authorization'] : []),
    ...(operations.some(({ body }) => body !== undefined) ? ['content-type'] : []),
    ...(operations.some(isReplayable) ? ['idempotency-key'] : []),
  ])

/**
 * The API without routes, with CORS for what the operations use.
 * Tokens travel in a header and never in a cookie, so that any origin may be allowed: nothing is sent on a user's behalf unseen.
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
      maxAge: preflightMaxAge,
    },
  })

const addAuthorizer = (scope: Construct, api: CfnApi, { issuer, audience }: Identity): CfnAuthorizer =>
  new CfnAuthorizer(scope, 'Authorizer', {
    apiId: api.ref,
    name: 'jwt',
    authorizerType: 'JWT',
    identitySource: ['$request.header.Authorization'],
    jwtConfiguration: { issuer, audience: [...audience] },
  })

const addRoute = (
  scope: Construct,
  { operation, lambda }: Endpoint,
  api: CfnApi,
  authorizer: CfnAuthorizer,
): CfnRoute => {
  const { id, auth, method, path } = operation
  new CfnPermission(scope, `${id}Permission`, {
    action: 'lambda:InvokeFunction',
    functionName: lambda.functionName,
    principal: 'apigateway.amazonaws.com',
    sourceArn: `arn:${Aws.PARTITION}:execute-api:${Aws.REGION}:${Aws.ACCOUNT_ID}:${api.ref}/*/${method}${path}`,
  })
  const integration = new CfnIntegration(scope, `${id}Integration`, {
    apiId: api.ref,
    integrationType: 'AWS_PROXY',
    integrationUri: lambda.functionArn,
    payloadFormatVersion: '2.0',
  })
  const route = new CfnRoute(scope, `${id}Route`, {
    apiId: api.ref,
    routeKey: routeKeyOf(operation),
    target: Fn.join('/', ['integrations', integration.ref]),
    operationName: id,
    ...(auth === 'none' ? { authorizationType: 'NONE' } : { authorizationType: 'JWT', authorizerId: authorizer.ref }),
  })
  if (auth === 'none') acknowledge(route, 'AwsSolutions-APIG4')
  return route
}

/** The prefix spares the account's log resource policy, which is limited to 5,120 characters and grows with every other log group. */
const addAccessLog = (scope: Construct, retention: RetentionDays): LogGroup =>
  new LogGroup(scope, 'AccessLog', {
    logGroupName: `/aws/vendedlogs/${Aws.STACK_NAME}/access`,
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  })

const addStage = (scope: Construct, endpoints: readonly Endpoint[], api: CfnApi, props: RoutesProps): CfnStage =>
  new CfnStage(scope, 'Stage', {
    apiId: api.ref,
    stageName: '$default',
    autoDeploy: true,
    accessLogSettings: {
      destinationArn: addAccessLog(scope, props.logRetention).logGroupArn,
      format: accessLogFormat,
    },
    defaultRouteSettings: { throttlingRateLimit: props.rateLimit, throttlingBurstLimit: props.burstLimit },
    routeSettings: Object.fromEntries(
      endpoints.map(({ operation }) => [routeKeyOf(operation), throttleOf(operation, props)]),
    ),
  })

/** A route for every operation behind a native JWT authorizer, and the stage that serves them: throttling and the access log. */
export const addRoutes = (scope: Construct, api: CfnApi, endpoints: readonly Endpoint[], props: RoutesProps): void => {
  const authorizer = addAuthorizer(scope, api, props.identity)
  const routes = endpoints.map((endpoint) => addRoute(scope, endpoint, api, authorizer))
  const stage = addStage(scope, endpoints, api, props)
  // A stage refuses throttling of a route that does not exist yet.
  for (const route of routes) stage.addResourceDependency(route)
}
